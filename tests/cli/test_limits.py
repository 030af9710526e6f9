"""Time and memory limits of a check: slow by nature. Runs with fake targets."""
from support import CliTest, main


class CheckLimits(CliTest):
    def check(self, target):
        for index in range(200):
            text = self.run_assay("gen", "--seed", 1, "--index", index, code=0).stdout
            if "reverse" in text:
                break
        (self.folder / "case.txt").write_text(text)
        return self.run_assay("check", "case.txt", "--target", target, code=1).stdout

    def test_what_hangs_is_a_time_out(self):
        self.assertIn("timeout:compile", self.check("fake:hang"))

    def test_what_eats_memory_is_stopped_by_the_memory_limit(self):
        self.assertIn("timeout:compile:memory", self.check("fake:eat"))


if __name__ == "__main__":
    main()

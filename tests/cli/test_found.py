"""The wrong results kept in corpus/found: still told from right ones, and not shared by the core."""
import pathlib
import unittest

from support import CliTest, main

FOUND = sorted((pathlib.Path(__file__).parents[2] / "corpus/found").glob("*.mlir"))


class Found(CliTest):
    def test_each_replays_on_the_compiler_it_was_found_in(self):
        self.assertGreater(len(FOUND), 0)
        for case in FOUND:
            with self.subTest(case.name):
                replay = self.run_assay("replay", case)
                # 0: the installed MLIR has been mended since.
                self.assertIn(replay.returncode, (0, 1), replay.stderr)
                if replay.returncode == 1:
                    self.assertIn("mismatch", replay.stdout)

    def test_the_core_gets_each_right(self):
        for case in FOUND:
            for level in ("O0", "O1", "O2"):
                with self.subTest(f"{case.name} {level}"):
                    self.run_assay("replay", case, "--target", f"cpu:{level}", code=0)


if __name__ == "__main__":
    main()

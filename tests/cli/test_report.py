"""The report in a real browser: it opens, complains about nothing, and shows the findings."""
import re
import shutil
import subprocess
import unittest

from support import CliTest, main

CHROMIUM = shutil.which("chromium")


@unittest.skipUnless(CHROMIUM, "chromium is not installed")
class InBrowser(CliTest):
    def browse(self, *flags):
        done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                               f"--user-data-dir={self.folder / 'profile'}", "--enable-logging=stderr", "--v=0",
                               # Nothing is reachable: the page must not want it.
                               "--host-resolver-rules=MAP * ~NOTFOUND", *flags, (self.folder / "a.html").as_uri()],
                              capture_output=True, text=True, timeout=180)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(re.findall(r".*CONSOLE.*", done.stderr), [])
        return done.stdout

    def test_findings_stand_in_the_page_as_text(self):
        self.fuzz("--target", "fake:ok,fake:mismatch,fake:reject", "--seed", 7, "--count", 300, "--store", "a.db", code=1)
        page = self.browse("--dump-dom", "--virtual-time-budget=2000")
        table = re.search(r'<table id="findings">.*?</tbody></table>', page.replace("\n", ""))
        self.assertTrue(table, page[:2000])
        # Both findings shrink to one case, and have lit cases of their own.
        for words in ("// mismatch:reverse on fake:mismatch", "// compile-failure:cannot reverse on fake:reject",
                      "&lt;script&gt;alert('2')", "assay replay"):
            self.assertIn(words, table.group(0))
        self.assertNotIn("<script", page)

    def test_an_empty_campaign_has_a_page_too(self):
        self.fuzz("--target", "fake:ok", "--seed", 7, "--count", 3, "--store", "a.db", code=0)
        self.assertIn("No check accused a target", self.browse("--dump-dom", "--virtual-time-budget=2000"))


if __name__ == "__main__":
    main()

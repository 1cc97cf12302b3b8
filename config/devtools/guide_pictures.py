"""Take the pictures of the guide of users from a running demonstration, in its languages.

    python -m config.devtools.guide_pictures http://127.0.0.1:8000 [cycle theme …]

The console's own catalogues name what is pressed: a picture follows the words of the screen. Pictures are small enough
for a telephone on a weak line.
"""

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "docs" / "guide" / "images"
WORDS: Final = ROOT / "analysis" / "console" / "static" / "console" / "i18n"
PASSWORD: Final = "tabanca-mapa-2026"
SIZE: Final = {"width": 1120, "height": 720}
WIDTH, MAX_BYTES = 960, 60_000
WAIT: Final = 90_000  # milliseconds
FLAGS: Final = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
FILE: Final = (
    "code_menage,nom_complet_chef,sexe_chef,age_chef,region,secteur,tabanca,taille_menage\n"
    "BA-900001,Binta Sané,F,41,Bafatá,Bafatá,Ponte Nova,6\n"
    "BA-900002,Aliu Camará,X,39,Bafatá,Bafatá,Ponte Nova,4\n"
    "BA-900003,Nhima Cá,F,27,Bafatá,Bafatá,Ponte Nova,5\n"
)


class Screen:
    """Hold a signed-in page of one language, and press what its words name."""

    def __init__(self, browser: Browser, address: str, language: str, who: str) -> None:
        self.words = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
        context = browser.new_context(viewport=SIZE, locale=language, reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(WAIT)
        self.page: Page = context.new_page()
        self.page.goto(address, wait_until="commit")
        self.page.fill("input[name=email]", f"{who}@tabanca.example")
        self.page.fill("input[name=motdepasse]", PASSWORD)
        self.press("connexion.bouton")
        self.page.wait_for_selector("aside.volet")

    def press(self, key: str, inside: str = "body") -> None:
        self.page.locator(inside).get_by_role("button", name=self.words[key], exact=True).first.click()

    def open_page(self, name: str) -> None:
        """Open a page by its address: in the menu it may stand in a group that is closed."""
        self.page.evaluate("name => { location.hash = `vue=${name}`; }", name)
        self.page.wait_for_selector(f".page-{name}")

    def rest(self, milliseconds: int = 4_000) -> None:
        self.page.wait_for_timeout(milliseconds)

    def save(self, name: str) -> None:
        """Write the picture, in the best quality that is small enough."""
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        picture = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
        for quality in range(80, 10, -10):
            out = io.BytesIO()
            picture.save(out, "WEBP", quality=quality, method=6)
            if out.tell() <= MAX_BYTES:
                break
        (FOLDER / f"{name}.webp").write_bytes(out.getvalue())
        print(name, out.tell())
        self.page.context.close()


def show_card(screen: Screen) -> None:
    screen.page.locator(".recherche input").fill("BA-0000")
    screen.page.locator(".recherche").get_by_text("BA-000").first.click()
    screen.rest(9_000)


def show_import(screen: Screen) -> None:
    screen.open_page("import")
    screen.page.set_input_files(
        "input[type=file]", {"name": "menages.csv", "mimeType": "text/csv", "buffer": FILE.encode()}
    )
    screen.page.wait_for_selector(".verdict")
    screen.rest(1_500)


def show_session(screen: Screen) -> None:
    screen.open_page("rapprochement")
    screen.page.locator("tr", has_text="-000004").get_by_role("button").first.click()
    screen.rest(5_000)
    screen.page.locator("section.page").evaluate("page => { page.scrollTop = 560; }")
    screen.rest(1_000)


def show_collection(screen: Screen) -> None:
    screen.open_page("collecte")
    screen.page.wait_for_selector(".collecte tbody tr")
    screen.rest(1_500)


def show_cycle(screen: Screen) -> None:
    screen.open_page("cycles")
    screen.page.get_by_text("TM-DEMO-C007").wait_for()
    screen.page.locator("tr", has_text="TM-DEMO-C007").get_by_role("button").first.click()
    screen.rest()


def show_theme(screen: Screen) -> None:
    screen.press("themes")
    screen.rest(9_000)


PICTURES: Final[dict[str, tuple[str, Callable[[Screen], None]]]] = {
    "fiche": ("agent.bafata", show_card),
    "import": ("agent.bafata", show_import),
    "rapprochement": ("superviseur", show_session),
    "collecte": ("superviseur", show_collection),
    "cycle": ("superviseur", show_cycle),
    "theme": ("superviseur", show_theme),
}


def main(address: str, *names: str) -> int:
    """Take the pictures of these names, or all; return the exit code."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for language in ("fr", "pt"):
            for name in names or PICTURES:
                who, show = PICTURES[name]
                screen = Screen(browser, address, language, who)
                show(screen)
                screen.save(f"{name}-{language}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Plots and tables in docs/performance.md: a section between two marks is replaced, a plot is one SVG file."""

import math
import pathlib

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs"
PAGE, FOLDER = DOCS / "performance.md", "performance"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 70, 20, 44, 48
COLOURS = ["#1b6e53", "#b3471d", "#3a55a4"]


def write_section(name, text):
    """Replaces what lies between `<!-- name -->` and `<!-- end of name -->`."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    page = PAGE.read_text()
    if begin not in page or end not in page:
        raise SystemExit(f"{PAGE} has no section {name}")
    head, rest = page.split(begin, 1)
    tail = rest.split(end, 1)[1]
    PAGE.write_text(f"{head}{begin}\n{text}\n{end}{tail}")


def write_plot(file, title, lines):
    """Writes a plot of lines over powers of ten, and returns the line of Markdown that shows it."""
    (DOCS / FOLDER).mkdir(exist_ok=True)
    (DOCS / FOLDER / file).write_text(svg(title, lines))
    return f"![{title}]({FOLDER}/{file})"


def svg(title, lines):
    points = [point for line in lines.values() for point in line]
    first, last = (round(math.log10(side(x for x, _ in points)), 6) for side in (min, max))
    top = nice_above(max(y for _, y in points))

    def place(x, y):
        across = (math.log10(x) - first) / ((last - first) or 1)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="14">{title}</text>',
    ]
    for step in range(5):
        y = place(10**first, top * step / 4)[1]
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{top * step / 4:,.6g}</text>')
    for x in sorted({x for x, _ in points}):
        out.append(f'<text x="{place(x, 0)[0]:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x:,}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">tables</text>')
    for at, (name, line) in enumerate(lines.items()):
        colour, places = COLOURS[at % len(COLOURS)], [place(x, y) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.extend(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places)
        x, y = WIDTH - RIGHT - 110, TOP - 8 + 16 * at
        out.append(f'<text x="{x}" y="{y}" fill="{colour}">{name}</text>')
    return "\n".join([*out, "</svg>", ""])


def nice_above(value):
    """The next of 1, 2, 4, 5 and 8 times a power of ten."""
    power = 10 ** math.floor(math.log10(max(value, 1e-9)))
    return next(power * times for times in (1, 2, 4, 5, 8, 10) if power * times >= value)

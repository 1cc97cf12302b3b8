"""Judge the pairs that were found: by kind of double, and by kind of look-alike that was taken for one."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from tests.bench.field.records import SIMPLE, Record

Pair = tuple[int, int]


@dataclass
class Quality:
    """How many pairs were told, how many of them and how many in all are true."""

    told: int = 0
    right: int = 0
    known: int = 0

    def __iadd__(self, other: "Quality") -> "Quality":
        self.told += other.told
        self.right += other.right
        self.known += other.known
        return self

    @property
    def precision(self) -> float:
        return self.right / self.told if self.told else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.known if self.known else 1.0

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(self.precision + self.recall, 1e-9)

    def __str__(self) -> str:
        return f"precision {self.precision:.3f}, recall {self.recall:.3f}, F1 {self.f1:.3f}"


@dataclass
class Verdict:
    """The quality of one threshold: of all, and by kind; and what the wrong pairs are."""

    overall: Quality = field(default_factory=Quality)
    kinds: dict[str, Quality] = field(default_factory=lambda: defaultdict(Quality))
    mistaken: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: "Verdict") -> "Verdict":
        self.overall += other.overall
        for kind, quality in other.kinds.items():
            self.kinds[kind] += quality
        self.mistaken += other.mistaken
        return self


def list_true_pairs(records: list[Record]) -> dict[Pair, str]:
    """The pairs of one household, with the kind of the double: of two second interviews that of either."""
    by_truth: dict[int, list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        by_truth[record.truth].append(n)
    return {
        (a, b): records[b].kind or records[a].kind or SIMPLE
        for ids in by_truth.values()
        for a, b in combinations(ids, 2)
    }


def name_likeness(a: Record, b: Record) -> str:
    """Say why two households that are two look like one."""
    one, other = a.family, b.family
    if one.co_wives and one.co_wives == other.co_wives:
        return "co-wives"
    if one.twins and one.twins == other.twins:
        return "twins"
    if one.compound == other.compound:
        return "one compound"
    if one.head.parts[0] == other.head.parts[0] and one.head.parts[-1] == other.head.parts[-1]:
        return "namesakes of a village" if one.place == other.place else "namesakes"
    return "one village" if one.place == other.place else "others"


def judge(records: list[Record], found: Iterable[tuple[int, int, float]], least: float) -> Verdict:
    """Judge the pairs whose score is at least `least`."""
    truths = list_true_pairs(records)
    verdict = Verdict()
    verdict.overall.known = len(truths)
    for kind in truths.values():
        verdict.kinds[kind].known += 1
    for a, b, score in found:
        if score < least:
            continue
        verdict.overall.told += 1
        kind = truths.get((min(a, b), max(a, b)))
        if kind is None:
            verdict.mistaken[name_likeness(records[a], records[b])] += 1
        else:
            verdict.overall.right += 1
            verdict.kinds[kind].right += 1
            verdict.kinds[kind].told += 1
    return verdict


def print_kinds(review: Verdict, certain: Verdict) -> str:
    """The table by kind, worst first."""
    lines = ["| kind of double | pairs | found at review | found at certain |", "|---|---|---|---|"]
    for kind in sorted(review.kinds, key=lambda kind: review.kinds[kind].recall):
        seen, sure = review.kinds[kind], certain.kinds[kind]
        lines.append(f"| {kind} | {seen.known} | {seen.recall:.3f} | {sure.recall:.3f} |")
    lines += ["", "| taken for a double | at review | at certain |", "|---|---|---|"]
    for kind, count in review.mistaken.most_common():
        lines.append(f"| {kind} | {count} | {certain.mistaken[kind]} |")
    return "\n".join(lines)

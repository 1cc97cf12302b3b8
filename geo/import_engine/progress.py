"""Report how far an import is, to the job that runs it or to the terminal."""

from collections.abc import Callable, Sequence

# Called with what is done and with the total.
ReportProgress = Callable[[int, int], None]
# Called with the completed share of the whole, from 0 to 1.
ReportShare = Callable[[float], None]


def ignore_progress(done: int, total: int) -> None:
    """Ignore the progress: the default when the caller passes no function."""


def report_part(report: ReportProgress, place: int, count: int) -> ReportProgress:
    """Return the function by which one of `count` equal parts of a work reports, the first of which has the place 0."""
    return lambda done, total: report(place * total + done, count * total)


class RowProgress:
    """Convert the share of the whole that each step reports to progress in rows. Reading is the first fifth."""

    def __init__(self, report: ReportProgress) -> None:
        self.report = report
        self.total = 0

    def report_reading(self, done: int, total: int) -> None:
        self.total = total
        self.report(done // 5, total)

    def report_share(self, share: float) -> None:
        self.report(int(self.total * (0.2 + 0.8 * share)), self.total)


def divide_progress(report: ReportShare, count: int) -> Sequence[ReportShare]:
    """Return a function for each of `count` lanes; `report` is called with the mean of their shares."""
    shares = [0.0] * count

    def build(place: int) -> ReportShare:
        def report_share(share: float) -> None:
            shares[place] = share
            report(sum(shares) / count)

        return report_share

    return [build(place) for place in range(count)]

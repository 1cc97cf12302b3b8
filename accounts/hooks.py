"""What accounts hands out at start-up."""

from accounts.jobs import queue as job_queue
from accounts.jobs import services as jobs
from accounts.mails import queue as mail_queue
from accounts.mails import services as mails
from accounts.passwords import mails as texts

jobs.use_queue(job_queue.hint)
mails.use(hint=mail_queue.hint)
texts.register_all()

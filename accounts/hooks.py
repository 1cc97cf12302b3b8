"""What accounts hands out at start-up."""

from accounts.jobs import queue, services

services.use_queue(queue.hint)

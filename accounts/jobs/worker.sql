-- name: forget_runs_to_come
-- A minute and a half: machines whose clocks differ a little share the table.
DELETE FROM procrastinate_periodic_defers WHERE defer_timestamp > %(now)s + 90

-- name: forget_dead_workers
-- A living one writes its heartbeat every ten seconds. Its tasks lose the name of their worker.
DELETE FROM procrastinate_workers WHERE last_heartbeat < now() - interval '5 minutes'

-- name: forget_abandoned
-- Tasks of workers that are gone. Nothing is lost: what there is to do stands in our own tables, and is queued again.
DELETE FROM procrastinate_jobs WHERE status = 'doing' AND worker_id IS NULL

-- name: forget_ended
-- Tasks that failed or were given up: kept for a while, for whoever looks for the reason.
DELETE FROM procrastinate_jobs AS job
WHERE job.status NOT IN ('todo', 'doing')
  AND NOT EXISTS (
      SELECT FROM procrastinate_events AS event
      WHERE event.job_id = job.id AND event.at > now() - make_interval(days => %(days)s)
  )

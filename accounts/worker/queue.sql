-- name: delete_future_runs
-- Tolerates a minute and a half, because machines with slightly different clocks share the table.
DELETE FROM procrastinate_periodic_defers WHERE defer_timestamp > %(now)s + 90

-- name: delete_dead_workers
-- A live worker writes its heartbeat every ten seconds. Deleting a worker sets worker_id of its tasks to null.
DELETE FROM procrastinate_workers WHERE last_heartbeat < now() - interval '5 minutes'

-- name: delete_abandoned_tasks
-- Tasks of dead workers. Nothing is lost: pending work is recorded in our own tables, and queued again.
DELETE FROM procrastinate_jobs WHERE status = 'doing' AND worker_id IS NULL

-- name: delete_ended_tasks
-- Tasks that failed or were abandoned: kept for some days for diagnosis.
DELETE FROM procrastinate_jobs AS job
WHERE job.status NOT IN ('todo', 'doing')
  AND NOT EXISTS (
      SELECT FROM procrastinate_events AS event
      WHERE event.job_id = job.id AND event.at > now() - make_interval(days => %(days)s)
  )

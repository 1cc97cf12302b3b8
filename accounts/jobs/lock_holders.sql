-- name: find_lock_holder
-- Finds the job that holds a row: certainly, when it owns the transaction xid that locks the row; probably, when the
-- transaction is unknown (others waited in front) and a job has been writing for as long as the statement waited.
WITH jobs AS (
    SELECT substr(activity.application_name, 7)::uuid AS job_id, activity.xact_start,
           EXISTS (
               SELECT FROM pg_locks AS held
               WHERE held.pid = activity.pid AND held.granted
                 AND held.locktype = 'transactionid' AND held.transactionid::text = %(xid)s
           ) AS certain
    FROM pg_stat_activity AS activity
    WHERE activity.datname = current_database() AND activity.application_name ~ '^tache:[0-9a-f-]{36}$'
      AND activity.backend_xid IS NOT NULL
), best AS (
    SELECT job_id, certain FROM jobs
    WHERE certain OR (%(xid)s::text IS NULL AND xact_start < clock_timestamp() - make_interval(secs => %(seconds)s))
    ORDER BY certain DESC, xact_start
    LIMIT 1
)
SELECT best.job_id, coalesce(best.certain, false) AS certain FROM (SELECT) AS always LEFT JOIN best ON true

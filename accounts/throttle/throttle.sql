-- Count requests per minute. A row of an earlier minute starts again at zero.

-- name: count_request
INSERT INTO accounts_request_count AS known (subject, minute, count)
VALUES (%(subject)s, date_trunc('minute', statement_timestamp()), 1)
ON CONFLICT (subject) DO UPDATE SET
  count = CASE WHEN known.minute = excluded.minute THEN known.count + 1 ELSE 1 END,
  minute = excluded.minute
RETURNING count;

-- name: write_counts
-- Ordered by subject, so that concurrent flushes lock rows in the same order and cannot deadlock.
INSERT INTO accounts_request_count AS known (subject, minute, count)
SELECT subject, date_trunc('minute', statement_timestamp()), count
FROM unnest(%s::text[], %s::int[]) AS counted (subject, count)
ORDER BY subject
ON CONFLICT (subject) DO UPDATE SET
  count = CASE WHEN known.minute = excluded.minute THEN known.count ELSE 0 END + excluded.count,
  minute = excluded.minute;

-- name: delete_old_counts
DELETE FROM accounts_request_count WHERE minute < now() - interval '10 minutes';

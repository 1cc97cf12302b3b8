-- name: find_position
-- Return where the changes stand. Transactions of this database older than `horizon` have ended, and what they told can
-- be seen; lines older than `floor` may be deleted. `epoch` identifies the series of transactions: it is another one
-- after a restore. The snapshot names the running transactions of all databases of the cluster: those that hold their
-- lock for another database, and whose lines are none of ours, are left out.
WITH seen AS MATERIALIZED (SELECT pg_current_snapshot() AS snapshot), own AS MATERIALIZED (
  SELECT oid FROM pg_database WHERE datname = current_database()
)
SELECT coalesce(
         (SELECT running FROM pg_snapshot_xip(snapshot) AS running
          WHERE NOT EXISTS (
            SELECT FROM pg_locks AS held JOIN pg_stat_activity AS session USING (pid)
            WHERE held.locktype = 'transactionid' AND held.mode = 'ExclusiveLock' AND held.granted
              AND held.transactionid = running::xid AND session.datid <> (SELECT oid FROM own))
          ORDER BY running LIMIT 1),
         pg_snapshot_xmax(snapshot))::text::bigint AS horizon,
       (SELECT transaction::text::bigint FROM accounts_sync_mark ORDER BY transaction LIMIT 1) AS floor,
       md5(concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
                     left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), (SELECT oid FROM own))) AS epoch
FROM seen

-- name: list_changes
-- Return the lines from a cursor on, below the horizon and for the caller's regions, until they hold more ids than wanted.
SELECT transaction, number, ids FROM (
  SELECT transaction::text::bigint AS transaction, numero AS number, objets AS ids,
         sum(cardinality(objets)) OVER (ORDER BY change.transaction, numero) - cardinality(objets) AS before
  FROM (
    SELECT transaction, numero, objets FROM accounts_sync_change
    WHERE nature = %(nature)s
      AND (transaction, numero) >= (%(transaction)s::text::xid8, %(number)s)
      AND transaction < %(horizon)s::text::xid8
      AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s))
    ORDER BY transaction, numero LIMIT %(wanted)s + 1
  ) AS change
) AS counted
WHERE before <= %(wanted)s
ORDER BY transaction, number

-- name: mark_day
-- Keep the horizon of this day.
INSERT INTO accounts_sync_mark (jour, transaction) VALUES (current_date, %(horizon)s::text::xid8) ON CONFLICT DO NOTHING

-- name: delete_old_marks
-- Forget the marks before the last one that is older than the time of keeping: it becomes the floor.
DELETE FROM accounts_sync_mark WHERE jour < (
  SELECT max(jour) FROM accounts_sync_mark WHERE jour <= current_date - %(days)s::integer)

-- name: delete_old_changes
DELETE FROM accounts_sync_change
WHERE transaction < (SELECT transaction FROM accounts_sync_mark ORDER BY transaction LIMIT 1)

-- name: lock_announcement
-- Return up to which transaction changes were announced. Whoever asks next waits.
SELECT transaction::text FROM accounts_sync_announced FOR UPDATE

-- name: count_changes
-- Count the changed rows of each kind between two transactions; a row may count several times.
SELECT nature, sum(cardinality(objets))::integer AS nombre FROM accounts_sync_change
WHERE transaction >= %(announced)s::text::xid8 AND transaction < %(horizon)s::text::xid8
GROUP BY nature ORDER BY nature

-- name: store_announcement
UPDATE accounts_sync_announced SET transaction = %(horizon)s::text::xid8

-- name: count_changed
-- Count the ids that lines from a transaction on hold; a row may count several times.
SELECT coalesce(sum(cardinality(objets)), 0)::bigint FROM accounts_sync_change
WHERE nature = %(nature)s AND transaction >= %(since)s::text::xid8

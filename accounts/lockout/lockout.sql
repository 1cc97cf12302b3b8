-- name: reserve_attempt
-- One statement decides: the row lock of ON CONFLICT serializes concurrent attempts. `failures` includes this attempt;
-- the one after the last allowed is refused and, once the lock has expired, counting starts again.
INSERT INTO accounts_sign_in_attempt AS attempt (account_hash, address, failures, locked_until, changed_at)
VALUES (%(account)s, %(address)s, 1, NULL, now())
ON CONFLICT (account_hash, address) DO UPDATE SET
  failures = CASE
    WHEN attempt.locked_until <= clock_timestamp()
         OR attempt.changed_at < clock_timestamp() - make_interval(secs => %(seconds)s) THEN 1
    ELSE attempt.failures + 1 END,
  locked_until = CASE
    WHEN attempt.locked_until > clock_timestamp() THEN attempt.locked_until
    WHEN attempt.locked_until IS NULL AND attempt.failures >= %(most)s
         AND attempt.changed_at >= clock_timestamp() - make_interval(secs => %(seconds)s)
      THEN clock_timestamp() + make_interval(secs => %(seconds)s)
    ELSE NULL END,
  changed_at = clock_timestamp()
RETURNING coalesce(locked_until > clock_timestamp(), false) AS refused,
          extract(epoch FROM locked_until - clock_timestamp())::float AS wait,
          failures;

-- name: release_attempt
-- An attempt that was neither right nor wrong (the second factor was still missing) does not count. It takes back only
-- its own count: a user who knows the password must not use it to clear the failures of their guesses at the code.
UPDATE accounts_sign_in_attempt SET failures = failures - 1
WHERE account_hash = %(account)s AND address = %(address)s AND failures > 0 AND locked_until IS NULL;

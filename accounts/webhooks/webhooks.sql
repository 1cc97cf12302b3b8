-- name: publish_event
-- Store an event and its deliveries if an endpoint subscribes; otherwise write nothing.
WITH listening AS (
    SELECT id FROM accounts_webhook_endpoint
    WHERE is_active AND (%(only)s::uuid IS NULL AND events && ARRAY['*', %(type)s]::varchar[] OR id = %(only)s)
), event AS (
    INSERT INTO accounts_webhook_event (id, type, data, created_at)
    SELECT uuid7(), %(type)s, %(data)s::jsonb, now() WHERE EXISTS (SELECT FROM listening)
    RETURNING id
)
INSERT INTO accounts_webhook_delivery (id, event_id, endpoint_id, next_at, created_at)
SELECT uuid7(), event.id, listening.id, now(), now() FROM event, listening
RETURNING id

-- name: publish_events
-- Store many events of one type as `publish_event` stores one.
WITH listening AS (
    SELECT id FROM accounts_webhook_endpoint WHERE is_active AND events && ARRAY['*', %(type)s]::varchar[]
), event AS (
    INSERT INTO accounts_webhook_event (id, type, data, created_at)
    SELECT uuid7(), %(type)s, data, now() FROM unnest(%(data)s::jsonb[]) AS sent (data)
    WHERE EXISTS (SELECT FROM listening)
    RETURNING id
)
INSERT INTO accounts_webhook_delivery (id, event_id, endpoint_id, next_at, created_at)
SELECT uuid7(), event.id, listening.id, now(), now() FROM event, listening
RETURNING id

-- name: claim_delivery
-- Claim a delivery that is due, or one whose run died. Its endpoint must be enabled and not paused.
UPDATE accounts_webhook_delivery AS delivery
SET statut = 'en_cours', worker = %(worker)s, attempts = attempts + 1,
    lease_until = clock_timestamp() + make_interval(secs => %(lease)s)
FROM accounts_webhook_endpoint AS endpoint
WHERE delivery.id = %(id)s AND endpoint.id = delivery.endpoint_id
  AND endpoint.is_active AND (endpoint.pause_until IS NULL OR endpoint.pause_until <= clock_timestamp())
  AND (delivery.statut = 'en_attente' AND delivery.next_at <= clock_timestamp()
       OR delivery.statut = 'en_cours' AND delivery.lease_until < clock_timestamp())

-- name: list_due_deliveries
-- Deliveries to try now. Of an endpoint that failed last time only the oldest, to test whether it is back.
SELECT id FROM (
    SELECT delivery.id, delivery.next_at, endpoint.failing_since,
           row_number() OVER (PARTITION BY endpoint.id ORDER BY delivery.next_at, delivery.id) AS place
    FROM accounts_webhook_delivery AS delivery JOIN accounts_webhook_endpoint AS endpoint
      ON endpoint.id = delivery.endpoint_id
    WHERE endpoint.is_active AND (endpoint.pause_until IS NULL OR endpoint.pause_until <= clock_timestamp())
      AND (delivery.statut = 'en_attente' AND delivery.next_at <= clock_timestamp()
           OR delivery.statut = 'en_cours' AND delivery.lease_until < clock_timestamp())
) AS waiting
WHERE place <= CASE WHEN failing_since IS NULL THEN %(limit)s ELSE 1 END
ORDER BY next_at LIMIT %(limit)s

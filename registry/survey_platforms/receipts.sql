-- Temporary tables of one synchronisation, dropped at the end of the transaction: collecte_recue (what was received,
-- unchanged), collecte_vivante (the numbers that exist on the platform) and collecte_connue (the receipts as they
-- were). Parameters usage, source, formulaire identify the form and its purpose.

-- name: create_tables
CREATE TEMP TABLE collecte_recue (
  ordre integer, racine text, instance text, numero bigint, soumis_at timestamptz, modifie_at timestamptz, statut text,
  supprime boolean, chiffre boolean, version text, empreinte text, contenu jsonb
) ON COMMIT DROP;
CREATE TEMP TABLE collecte_vivante (numero bigint) ON COMMIT DROP;

-- name: create_known_receipts
-- Copy the receipts of the form as they are before this synchronisation, with statistics: those of the receipts table
-- are as old as its last ANALYZE, and a plan made for an empty table is extremely slow on a full one.
CREATE TEMP TABLE collecte_connue ON COMMIT DROP AS
SELECT id, racine, numero, version, etat, supprime_at FROM registry_collecte_recu
WHERE usage = %(usage)s AND source = %(source)s AND formulaire = %(formulaire)s;
ANALYZE collecte_connue;

-- name: drop_tables
DROP TABLE IF EXISTS pg_temp.collecte_recue, pg_temp.collecte_vivante, pg_temp.collecte_connue;

-- name: fill_roots
-- Give a row that has no root the root already known for its number, else its current instance.
UPDATE collecte_recue AS recue SET racine = coalesce(found.racine, recue.instance)
FROM collecte_recue AS bare LEFT JOIN (
  SELECT DISTINCT ON (numero) numero, racine FROM collecte_connue ORDER BY numero, id
) AS found ON found.numero = bare.numero
WHERE recue.racine IS NULL AND bare.ordre = recue.ordre;

-- name: delete_same_identity
-- Remove submissions that share their identity with another, and return their numbers. An edit keeps the number of its
-- submission, so
-- two numbers under one root are two submissions to which a phone, or a copied form, gave one identity. The one that is
-- known here and still on the platform is kept, else the first: one submission must not overwrite the household of
-- another.
DELETE FROM collecte_recue AS recue USING (
  SELECT racine, coalesce(
           (SELECT min(connue.numero) FROM collecte_connue AS connue
            WHERE connue.racine = each.racine AND connue.supprime_at IS NULL AND connue.numero IS NOT NULL
              AND (NOT %(swept)s OR EXISTS (SELECT FROM collecte_vivante AS living WHERE living.numero = connue.numero))),
           min(each.numero)) AS numero
  FROM collecte_recue AS each WHERE each.numero IS NOT NULL GROUP BY racine
) AS first
WHERE first.racine = recue.racine AND recue.numero <> first.numero
RETURNING recue.numero;

-- name: delete_repeated
-- Keep only the last row of a submission that was received twice (pages overlap).
DELETE FROM collecte_recue WHERE ordre IN (
  SELECT ordre FROM (SELECT ordre, row_number() OVER (PARTITION BY racine ORDER BY ordre DESC) AS place
                     FROM collecte_recue) AS counted WHERE place > 1);

-- name: analyse_received
ANALYZE collecte_recue;

-- name: count_received
-- Count what this synchronisation brings, before it is stored.
SELECT count(*) FILTER (WHERE NOT recue.supprime) AS received,
       count(*) FILTER (WHERE recue.chiffre) AS encrypted,
       count(*) FILTER (WHERE connue.etat = 'parti' AND connue.version <> recue.version) AS orphaned
FROM collecte_recue AS recue LEFT JOIN collecte_connue AS connue ON connue.racine = recue.racine;

-- name: upsert_receipts
INSERT INTO registry_collecte_recu AS recu (usage, source, formulaire, racine, instance, numero, soumis_at, modifie_at,
                                            statut, etat, version, empreinte, contenu)
SELECT %(usage)s, %(source)s, %(formulaire)s, racine, instance, numero, soumis_at, modifie_at, statut,
       CASE WHEN chiffre THEN 'chiffre' ELSE 'recu' END, version, empreinte, CASE WHEN NOT chiffre THEN contenu END
FROM collecte_recue WHERE NOT supprime ORDER BY racine
ON CONFLICT (usage, source, formulaire, racine) DO UPDATE
SET instance = excluded.instance, numero = excluded.numero, modifie_at = excluded.modifie_at,
    statut = excluded.statut, version = excluded.version, empreinte = excluded.empreinte,
    contenu = CASE WHEN recu.etat <> 'parti' THEN excluded.contenu END,
    etat = CASE WHEN recu.etat = 'parti' THEN 'parti' WHEN excluded.etat = 'chiffre' THEN 'chiffre'
                WHEN recu.version <> excluded.version OR recu.etat = 'chiffre' THEN 'recu' ELSE recu.etat END,
    supprime_at = NULL, recu_at = now()
WHERE recu.empreinte <> excluded.empreinte OR recu.supprime_at IS NOT NULL;

-- name: mark_deleted
UPDATE registry_collecte_recu SET supprime_at = now(), statut = 'supprime'
WHERE supprime_at IS NULL AND id IN (
  SELECT id FROM collecte_connue JOIN collecte_recue USING (racine) WHERE supprime);

-- name: mark_missing
-- Mark what is stored but no longer exists on the platform. What was just received was sent again under another number.
UPDATE registry_collecte_recu SET supprime_at = now(), statut = 'supprime'
WHERE supprime_at IS NULL AND id IN (
  SELECT id FROM collecte_connue AS connue WHERE numero IS NOT NULL
    AND NOT EXISTS (SELECT FROM collecte_vivante WHERE collecte_vivante.numero = connue.numero)
    AND NOT EXISTS (SELECT FROM collecte_recue WHERE collecte_recue.racine = connue.racine));

-- Temporary tables of one synchronisation: collecte_recue (what was received, as it came) and collecte_vivante (the
-- numbers that exist on the platform); both stay until the transaction ends. Parameters usage, source, formulaire: which form, for what.

-- name: create
CREATE TEMP TABLE collecte_recue (
  ordre integer, racine text, instance text, numero bigint, soumis_at timestamptz, modifie_at timestamptz, statut text,
  supprime boolean, chiffre boolean, version text, empreinte text, contenu jsonb
) ON COMMIT DROP;
CREATE TEMP TABLE collecte_vivante (numero bigint) ON COMMIT DROP;

-- name: drop
DROP TABLE IF EXISTS pg_temp.collecte_recue, pg_temp.collecte_vivante;

-- name: find_roots
-- A row that does not tell its root: the one that its number has already, else the instance it is now.
UPDATE collecte_recue AS recue
SET racine = coalesce((SELECT racine FROM registry_collecte_recu AS recu
                       WHERE usage = %(usage)s AND source = %(source)s AND formulaire = %(formulaire)s
                         AND recu.numero = recue.numero ORDER BY recu.id LIMIT 1), instance)
WHERE racine IS NULL;

-- name: keep_last
-- Of a submission that came twice (pages overlap) the last one counts.
DELETE FROM collecte_recue AS earlier USING collecte_recue AS later
WHERE later.racine = earlier.racine AND later.ordre > earlier.ordre;

-- name: facts
-- What this synchronisation brings, before it is kept.
SELECT count(*) FILTER (WHERE NOT recue.supprime) AS received,
       count(*) FILTER (WHERE recue.chiffre) AS encrypted,
       count(*) FILTER (WHERE recu.etat = 'parti' AND recu.version <> recue.version) AS gone
FROM collecte_recue AS recue
LEFT JOIN registry_collecte_recu AS recu ON recu.usage = %(usage)s AND recu.source = %(source)s
  AND recu.formulaire = %(formulaire)s AND recu.racine = recue.racine;

-- name: keep
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
UPDATE registry_collecte_recu AS recu SET supprime_at = now(), statut = 'supprime'
FROM collecte_recue AS recue
WHERE recu.usage = %(usage)s AND recu.source = %(source)s AND recu.formulaire = %(formulaire)s
  AND recu.racine = recue.racine AND recue.supprime AND recu.supprime_at IS NULL;

-- name: sweep
-- What is here and no longer on the platform.
UPDATE registry_collecte_recu AS recu SET supprime_at = now(), statut = 'supprime'
WHERE usage = %(usage)s AND source = %(source)s AND formulaire = %(formulaire)s AND supprime_at IS NULL
  AND numero IS NOT NULL
  AND NOT EXISTS (SELECT FROM collecte_vivante WHERE collecte_vivante.numero = recu.numero);

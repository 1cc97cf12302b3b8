-- name: apply_transition
-- Compare and set, and record the transition of each changed household in its history.
WITH before AS (
  SELECT id, statut_collecte, statut FROM registry_menage
  WHERE id = ANY(%(ids)s) AND statut_collecte = ANY(%(sources)s) AND (%(required_statut)s::text IS NULL OR statut = %(required_statut)s)
    AND (projet_id IS NULL OR projet_id <> ALL(%(closed)s))
), moved AS (
  UPDATE registry_menage AS menage
  SET statut_collecte = %(target)s, statut = %(statut)s,
      date_validation_collecte = CASE %(decision)s::text WHEN 'nouvelle' THEN statement_timestamp()
        WHEN 'completee' THEN coalesce(menage.date_validation_collecte, statement_timestamp()) END,
      valide_collecte_par_id = CASE %(decision)s::text WHEN 'nouvelle' THEN %(user)s::uuid
        WHEN 'completee' THEN coalesce(menage.valide_collecte_par_id, %(user)s::uuid) END,
      commentaire_validation_collecte = CASE WHEN %(decision)s::text = 'nouvelle' THEN %(commentaire)s::text
        ELSE coalesce(%(commentaire)s::text, menage.commentaire_validation_collecte) END,
      donnees_validation = CASE WHEN %(decision)s::text IS DISTINCT FROM 'nouvelle' THEN menage.donnees_validation
        WHEN %(motif)s::text IS NOT NULL THEN jsonb_build_object('motif', %(motif)s::text) END,
      updated_at = statement_timestamp()
  FROM before
  WHERE menage.id = before.id AND menage.statut_collecte = before.statut_collecte AND menage.statut = before.statut
  RETURNING menage.id, before.statut_collecte AS de
)
INSERT INTO registry_mouvement_collecte (menage_id, action, de, vers, statut, date, user_id, commentaire, motif)
SELECT id, %(action)s, de, %(target)s, %(statut)s, statement_timestamp(), %(user)s::uuid, %(commentaire)s, %(motif)s
FROM moved
RETURNING menage_id AS id;

-- name: assign_surveyor
-- `reach` holds the regions of the surveyor; null means every region.
UPDATE registry_menage AS menage
SET enqueteur_id = %(enqueteur)s::uuid, updated_at = statement_timestamp()
WHERE menage.id = ANY(%(ids)s) AND (menage.projet_id IS NULL OR menage.projet_id <> ALL(%(closed)s))
  AND (%(reach)s::uuid[] IS NULL OR menage.region_id = ANY(%(reach)s))
RETURNING menage.id;

-- name: count_by_state
-- `tally` holds the tally rows visible to the caller that match the filters.
SELECT campagne.id, campagne.nom AS campagne,
       coalesce(sum(n) FILTER (WHERE statut_collecte <> 'integre'), 0)::bigint AS total,
       coalesce(sum(n) FILTER (WHERE statut_collecte = 'pre_collecte' AND statut = 'collecte'), 0)::bigint AS en_collecte,
       coalesce(sum(n) FILTER (WHERE statut_collecte = 'pre_collecte'), 0)::bigint AS en_attente,
       coalesce(sum(n) FILTER (WHERE statut_collecte = 'valide'), 0)::bigint AS valides,
       coalesce(sum(n) FILTER (WHERE statut_collecte = 'rejete'), 0)::bigint AS rejetes,
       coalesce(sum(n) FILTER (WHERE statut_collecte = 'integre'), 0)::bigint AS integres
FROM ({tally}) AS tally LEFT JOIN registry_campagne AS campagne ON campagne.id = tally.campagne_id
GROUP BY campagne.id HAVING sum(n) > 0 ORDER BY campagne.nom NULLS LAST, campagne.id;

-- name: count_by_surveyor
-- `menages` holds the households visible to the caller that match the filters, `people` the users that the caller sees.
SELECT person.id, coalesce(nullif(btrim(person.prenom || ' ' || person.nom), ''), person.email) AS enqueteur,
       count(*) FILTER (WHERE statut_collecte <> 'integre') AS total,
       count(*) FILTER (WHERE statut_collecte = 'pre_collecte' AND statut = 'collecte') AS en_collecte,
       count(*) FILTER (WHERE statut_collecte = 'pre_collecte') AS en_attente,
       count(*) FILTER (WHERE statut_collecte = 'valide') AS valides,
       count(*) FILTER (WHERE statut_collecte = 'rejete') AS rejetes,
       count(*) FILTER (WHERE statut_collecte = 'integre') AS integres,
       max(menages.created_at) AS derniere
FROM ({menages}) AS menages JOIN ({people}) AS person ON person.id = menages.enqueteur_id
GROUP BY person.id, person.prenom, person.nom, person.email
ORDER BY en_attente DESC, rejetes DESC, enqueteur, person.id LIMIT %(most)s;

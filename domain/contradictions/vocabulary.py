"""Words that the rules of contradiction know: days, months, numbers, units, opposites, and what a verb allows."""

from __future__ import annotations


def _numbered(rows: str, first: int) -> dict[str, int]:
    return {
        word: number for number, row in enumerate(rows.strip().casefold().splitlines(), first) for word in row.split()
    }


DAYS = _numbered(
    """
    monday mondays montag montags lundi lundis lunes lunedì segunda-feira dilluns
    tuesday tuesdays dienstag dienstags mardi mardis martes martedì terça-feira dimarts
    wednesday wednesdays mittwoch mittwochs mercredi mercredis miércoles mercoledì quarta-feira dimecres
    thursday thursdays donnerstag donnerstags jeudi jeudis jueves giovedì quinta-feira dijous
    friday fridays freitag freitags vendredi vendredis viernes venerdì sexta-feira divendres
    saturday saturdays samstag samstags samedi samedis sábado sábados sabato dissabte sonnabend
    sunday sundays sonntag sonntags dimanche dimanches domingo domingos domenica diumenge
    """,
    1,
)
MONTHS = _numbered(
    """
    january januar janvier enero gennaio janeiro gener
    february februar février febrero febbraio fevereiro febrer
    march märz mars marzo março març
    april avril abril aprile
    may mai mayo maggio maio maig
    june juni juin junio giugno junho juny
    july juli juillet julio luglio julho juliol
    august août agosto agost
    september septembre septiembre settembre setembro setembre
    october oktober octobre octubre ottobre outubro
    november novembre noviembre novembro
    december dezember décembre diciembre dicembre dezembro desembre
    """,
    1,
)
NUMBERS = _numbered(
    """
    two zwei deux dos due dois duas
    three drei trois tres tre três
    four vier quatre cuatro quattro quatro
    five fünf cinq cinco cinque
    six sechs seis sei sis
    seven sieben sept siete sette sete set
    eight acht huit ocho otto oito vuit
    nine neun neuf nueve nove nou
    ten zehn dix diez dieci dez deu
    eleven elf onze once undici
    twelve zwölf douze doce dodici doze dotze
    """,
    2,
) | {"one": 1, "thirty": 30, "dreissig": 30, "trente": 30, "treinta": 30, "trenta": 30}
UNITS: dict[str, tuple[str, float]] = {
    word: (unit, factor)
    for unit, factor, told in (
        ("s", 0.001, "ms millisecond milliseconds millisekunden millisecondes milisegundos"),
        ("s", 1, "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondi"),
        ("s", 60, "min mins minute minutes minuten minuto minutos minuti"),
        ("s", 3_600, "h hour hours stunde stunden heure heures hora horas ora ore"),
        ("s", 86_400, "day days tag tage tagen jour jours día días giorni dias dies"),
        ("s", 604_800, "week weeks woche wochen semaine semaines semana semanas settimane"),
        ("month", 1, "month months monat monate monaten mois mes meses mesi"),
        ("month", 12, "year years jahr jahre jahren an ans année années año años anni anos"),
        ("byte", 1e3, "kb ko"),
        ("byte", 1e6, "mb mo"),
        ("byte", 1e9, "gb go"),
        ("byte", 1e12, "tb to"),
        ("%", 1, "% percent prozent"),
        ("€", 1, "€ euro euros"),
        ("$", 1, "$ dollar dollars"),
    )
    for word in told.split()
}
LANGUAGES = frozenset(
    """
    english german french spanish italian portuguese dutch polish russian turkish japanese chinese korean catalan
    englisch deutsch französisch spanisch italienisch portugiesisch niederländisch polnisch russisch türkisch
    japanisch chinesisch koreanisch
    anglais allemand français espagnol italien portugais néerlandais polonais russe turc japonais chinois coréen
    inglés alemán francés español italiano portugués neerlandés polaco ruso turco japonés chino coreano catalán
    """.split()
)

_OPPOSITES = (
    "on off", "enabled disabled", "true false", "allowed forbidden", "open closed", "active inactive",
    "public private", "required optional", "synchronous asynchronous", "always never", "up down",
    "primary secondary", "minimum maximum", "before after", "increases decreases", "yes no", "locked unlocked",
    "aktiviert deaktiviert", "an aus", "öffentlich privat", "eingeschaltet ausgeschaltet", "vor nach", "offen zu",
    "erlaubt verboten", "geduzt gesiezt", "offen geschlossen", "aktiv inaktiv", "ja nein", "immer nie",
    "activado desactivado", "encendida apagada", "encendido apagado", "activada desactivada", "antes después",
    "abierto cerrado", "abierta cerrada", "público privado", "pública privada", "permitido prohibido", "sí no",
    "tú usted",
    "activé désactivé", "activée désactivée", "allumée éteinte", "allumé éteint", "ouvert fermé", "ouverte fermée",
    "ouvertes fermées", "ouverts fermés", "avant après", "public privé", "publique privée", "autorisé interdit",
    "tutoyé vouvoyé", "tutoyée vouvoyée", "oui non",
    "attivo inattivo", "ativado desativado",
)  # fmt: skip
OPPOSITE_OF = frozenset(
    pair for left, right in (pair.split() for pair in _OPPOSITES) for pair in ((left, right), (right, left))
)
SWITCHES = frozenset({"on", "off", "an", "aus", "zu"})
"""Opposites that are prepositions elsewhere: they say something only where the statement ends."""
KEPT = frozenset(
    {"vor", "nach", "antes", "después", "avant", "après", "before", "after", "unter", "ab", "over", "under"}
)
"""Words that place or bound something: a statement with another one of them is about something else."""

BLAND = frozenset(
    """
    use uses used using run runs running listen listens answer answers call called name named now currently moved
    switched changed change takes place reachable served stands set
    heisst heissen läuft laufen lauscht hört nutzt nutzen verwendet jetzt nun liegt gilt erreichbar umgezogen wir ihr
    gibt beträgt inzwischen
    keep keeps kept has have
    désormais maintenant appelle utilise utilisent passe passent écoute servies servi trouve tourne lieu
    ahora tiene tienen hay llama usa usan sale salen escucha corre encuentra
    """.split()
)
"""Words that only hold a statement together: one may say it with them or without."""

MORE = frozenset(
    "also too additionally auch ausserdem ebenfalls zusätzlich aussi également también además anche".split()
)
"""Words that say that something is true beside the rest."""

MANY = frozenset(
    """
    like likes love loves enjoy enjoys speak speaks know knows read reads show shows accept accepts support supports
    include includes contain contains open opens offer offers expose exposes play plays carries handles imports
    mag hört spricht kennt liest enthält zeigt bietet unterstützt spielt kann
    aime aiment parle connaît lit montre accepte expose joue contient
    gusta gustan habla sabe lee muestra acepta expone toca contiene juega
    """.split()
)
"""Verbs whose object is one of several: who likes tea may like hiking as well."""

ROLES = frozenset(
    """
    own owns owned owner maintain maintained maintainer maintains lead leads led manager responsible charge contact
    goes reviewed approver
    zuständig verantwortlich leitet leitung verwaltet verwaltung betreut gehört ansprechpartner ansprechpartnerin
    maintainer chef chefin leiter leiterin inhaber
    responsable maintenu maintenue maintient possède cheffe relues relu écrire dirige propriétaire
    mantiene jefe jefa dueño dueña llevan lleva hablar hace hacen dirige encargado encargada
    """.split()
)
"""Words that give a thing its one owner: then the name may stand anywhere, first too."""

ONE = frozenset(
    """
    is are was were called named live lives belongs stored run runs kept prefer prefers want wants favourite favorite
    written default located hosted goes pinned
    ist sind heisst liegt läuft hat bevorzugt möchte will lieblings wohnt steht stehen geschrieben
    es son está están llama vive prefiere quiere favorito será alojan guardan escrita escrito fica chama é são
    est sont appelle habite préfère veut souhaite préféré sera aura hébergées trouve écrite écrit
    è sono chiama és són diu
    """.split()
)
"""Words after which a thing has one value: a name, a place, what somebody prefers."""

PLACING = frozenset("in at on through via into im am auf unter über bei en por dans à au sur par a nel nella".split())
"""Prepositions before a place."""

PURPOSE = frozenset("for als für para como pour comme per".split())
"""`use X for Y` names the one thing that is used for it."""

LABELS = frozenset(
    """
    step phase stage ticket issue sprint release bug chapter pr milestone iteration
    schritt etappe meilenstein kapitel
    étape chapitre
    paso fase etapa hito capítulo
    """.split()
)
"""Nouns whose number is a name: another number is another thing."""

QUALIFIERS = frozenset(
    """
    dev development prod production staging test testing live local locally beta stable canary qa ci sandbox
    linux windows macos mac android ios summer winter spring autumn weekday weekdays weekend weekends
    if when with without unless until since before after under over below above per during
    entwicklung betrieb produktion lokal testsystem produktivsystem sommer winter herbst frühling werktags wochenende
    wenn mit ohne bis seit ab vor nach unter über bei während früher heute
    développement préproduction recette été hiver automne printemps semaine week-end si avec sans avant après depuis
    jusqu jusqu'en autrefois aujourd'hui
    desarrollo producción preproducción pruebas verano invierno otoño primavera semana con sin antes después desde
    hasta
    """.split()
)
"""Words that make two things of one: what holds in one of them says nothing of the other."""

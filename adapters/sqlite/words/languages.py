"""The words that hold sentences together, by language: they tell a language, and say nothing of what is asked."""

from __future__ import annotations

FUNCTION_WORDS = {
    "english": "what when where who whom whose which why how did do does is are was were be been has have had the a an "
    "of to in on at for with by from and or that this it its as",
    "german": "was wann wo wer wen wem wessen welche welcher welches welchen welchem warum wieso wie der die das den dem "
    "des ein eine einen einem einer ist sind war waren hat haben wird werden wurde und oder mit auf für von vom zu zum "
    "zur im in an am bei nicht sich wir",
    "french": "quel quelle quels quelles quand où qui que quoi pourquoi comment combien le la les l un une des du de d et "
    "ou est sont était à au aux en dans avec pour par sur ce cette il elle on nous",
    "spanish": "qué cuál cuáles cuándo dónde quién quiénes cómo cuánto cuántos cuántas por el la los las un una unos unas "
    "de del y o es son fue era en con para al se que su ha han",
    "italian": "che cosa quale quali quando dove chi perché come quanto quanti il lo la i gli le un una di del della dei e "
    "o è sono era in nel con per da al alla si non ha",
    "portuguese": "que qual quais quando onde quem porque como quanto quantos o a os as um uma de do da dos das e ou é são "
    "foi era em no na com para por ao se não",
    "dutch": "wat wanneer waar wie welke waarom hoe de het een van en of is zijn was waren in op met voor door aan te dat "
    "dit niet wij",
    "swedish": "vad när var vem vilken vilket vilka varför hur en ett den det de och eller är var i på med för av till om "
    "att som har inte",
    "turkish": "ne zaman nerede kim hangi neden nasıl kaç bir bu şu ve veya ile için mi mı da de olarak olan",
    "romanian": "ce când unde cine care de ce cum câți câte un o și sau este sunt a fost în pe cu la din pentru nu",
    "russian": "что когда где кто какой какая какие какое почему как сколько и или в на с по из от к для не это был была "
    "было были",
    "greek": "τι πότε πού ποιος ποια ποιο ποιοι γιατί πώς πόσα ο η το οι τα των του της και ή είναι ήταν σε με για από που "
    "δεν ένα μια",
    "hindi": "क्या कब कहाँ कहां कौन किस किसने किसे कितने कितनी क्यों कैसे का की के को में से पर ने और या है हैं था थी थे यह वह एक",
    "arabic": "ما ماذا متى أين من أي لماذا كيف كم في على إلى عن مع و أو هو هي كان كانت هذا هذه التي الذي",
    "vietnamese": "gì khi nào ở đâu ai tại sao như thế bao nhiêu là và hoặc của trong với cho các những một đã",
}
"""The commonest question words, articles, prepositions and auxiliaries of each language."""


def languages_of(word: str) -> tuple[str, ...]:
    """The languages whose function word it is."""
    return _LANGUAGES.get(word, ())


_LANGUAGES = {
    word: tuple(language for language, words in FUNCTION_WORDS.items() if word in words.split())
    for words in FUNCTION_WORDS.values()
    for word in words.split()
}

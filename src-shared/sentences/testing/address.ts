/** Checks the form of address in texts: German uses Sie, Spanish uses usted. */
import type { FlatTexts } from './flat.ts'

/** Pronouns of the familiar forms, singular and plural. */
const PRONOUNS = {
  de: ['du', 'dich', 'dir', String.raw`dein\p{L}*`, 'euch', String.raw`euer\p{L}*`, String.raw`eure\p{L}*`],
  es: ['tú', 'tus?', 'ti', 'te', 'contigo', 'tuy[oa]s?', 'vosotr[oa]s', 'vuestr[oa]s?'],
}

/** Verb forms that are familiar at any position. */
const VERBS = {
  de: ['bist', 'hast', 'kannst', 'musst', 'darfst', 'willst', 'möchtest', 'sollst', 'wirst', 'weißt', 'siehst'],
  es: [
    ...[
      'has',
      'eres',
      'estás',
      'tienes',
      'puedes',
      'podrás',
      'quieres',
      'quieras',
      'debes',
      'necesitas',
      'sabes',
      'vas',
    ],
    ...['usas', 'haces', 'ves', 'recibes', 'envías', 'pagas', 'gastas', 'verás', 'tendrás', 'recibirás', 'haz', 'pon'],
    ...[
      'asegúrate',
      'únete',
      'guárdal[oa]s?',
      'anótal[oa]s?',
      'pídel[oa]s?',
      'háblal[oa]s?',
      'créal[oa]s?',
      'espérate',
    ],
  ],
}

/** Imperatives that are another word or verb form inside a sentence. */
const COMMANDS = {
  de: [
    ...[
      'gib',
      'gehe?',
      'wähle?',
      'prüfe?',
      'nimm',
      'lies',
      'sieh',
      'klicke?',
      'öffne',
      'schließe?',
      'schreibe?',
      'warte',
    ],
    ...[
      'kopiere',
      'drücke?',
      'speichere?',
      'entsperre',
      'bestätige',
      'starte',
      'stoppe',
      'füge?',
      'bewahre?',
      'vergleiche?',
    ],
    ...['verwende', 'nutze', 'lege?', 'setze?', 'lade', 'sende', 'achte', 'behalte?', 'lasse?', 'merke?', 'notiere'],
  ],
  es: ['introduce', 'elige', 'escribe', 'pulsa', 'compruébal[oa]', 'ten', 'ven', 'di', 'inténtalo', 'pega', 'asegura'],
}

const matchAny = (words: readonly string[]) => `(?:${words.join('|')})`

/** Matches a familiar word anywhere, or an imperative that begins a sentence and is not a noun or statement. */
const FAMILIAR = {
  de: new RegExp(
    String.raw`(?<![\p{L}])${matchAny([...PRONOUNS.de, ...VERBS.de])}(?![\p{L}])|(?:^|[.!?:]\s)${matchAny(COMMANDS.de)}\s(?!und )`,
    'iu',
  ),
  es: new RegExp(
    String.raw`(?<![\p{L}])${matchAny([...PRONOUNS.es, ...VERBS.es])}(?![\p{L}])|(?:^|[.!?:]\s)${matchAny(COMMANDS.es)}\s(?:el|la|los|las|un|una|su|aquí|que)\s`,
    'iu',
  ),
}

/** Returns the texts that address the reader as du or tú. */
export const familiarTexts = (language: 'de' | 'es', texts: FlatTexts): readonly (readonly [string, string])[] =>
  [...texts].filter(([, text]) => FAMILIAR[language].test(text))

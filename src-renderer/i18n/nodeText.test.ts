import { afterEach, describe, expect, it } from 'vitest'
import en from '#shared/sentences/en.json'
import { englishText } from '#shared/sentences/english.ts'
import { type Sentence, say } from '#shared/sentences/sentence.ts'
import { flatten, listValueNames, withoutForm } from '#shared/sentences/testing/flat.ts'
import {
  chainWarning,
  checkText,
  coinReason,
  fileText,
  nodeError,
  nodeState,
  nodeText,
  showCoinsBy,
  startText,
} from './nodeText.ts'
import { readSource } from './testing/sources.ts'
import { showLanguage } from './texts.ts'

afterEach(() => showLanguage('en'))

const units = say('phrase.units', { count: '1,000' })
const sent = say('tokens.sends', { units, name: '{{receiver}} $t(x)', receiver: say('phrase.noAddress') })

describe('nodeText', () => {
  const shown = (...sentences: Sentence[]) => nodeText(sentences, sentences.map(englishText).join(' '))

  it('translates sentences, and leaves untrusted texts unchanged', async () => {
    const english = 'Sends 1,000 units of {{receiver}} $t(x) to a script without an address.'
    expect(shown(sent)).toBe(english)
    await showLanguage('de')
    expect(shown(sent)).toBe('Sendet 1\u202f000 Einheiten von {{receiver}} $t(x) an ein Skript ohne Adresse.')
    await showLanguage('es')
    expect(shown(sent)).toBe('Envía 1\u202f000 unidades de {{receiver}} $t(x) a un script sin dirección.')
  })

  it('formats amounts of coins in the window’s unit, and leaves names and other numbers unchanged', () => {
    showCoinsBy((text) => text.replace(/^1\.50000000 GARDEN$/, '150000000 sat'))
    const adds = say('rewards.adds', { coins: '1.50000000 GARDEN', name: '1.50000000 GARDEN' })
    expect(shown(adds)).toBe('Adds 150,000,000 sat to the rewards plan 1.50000000 GARDEN.')
    showCoinsBy((text) => text)
    expect(shown(adds)).toBe('Adds 1.50000000 GARDEN to the rewards plan 1.50000000 GARDEN.')
  })

  it('selects plural forms, and joins several sentences', async () => {
    const one = say('tokens.burns', { units: say('phrase.units', { count: '1' }), name: 'GOLD' })
    await showLanguage('de')
    expect(shown(one, say('transaction.otherTokens'))).toBe(
      'Verbrennt 1 Einheit von GOLD endgültig. Außerdem werden andere Token bewegt.',
    )
  })

  it('groups the digits of numbers, but not of addresses and ports', async () => {
    const pays = say('transaction.pays', { coins: '1000.50000000 GARDEN', receiver: '1000' })
    expect(englishText(pays)).toBe('Pays 1000.50000000 GARDEN to 1000.')
    for (const [language, text] of [
      ['en', 'Pays 1,000.50000000 GARDEN to 1000.'],
      ['de', 'Zahlt 1\u202f000,50000000 GARDEN an 1000.'],
    ] as const) {
      await showLanguage(language)
      expect(shown(pays)).toBe(text)
    }
    expect(nodeState('Block 12000 of 13000 is connected.')).toContain('12\u202f000')
    expect(checkText('Port 7770 is free.')).toBe('Port 7770 ist frei.')
  })

  it('returns the English text for an unknown sentence of a newer node', async () => {
    await showLanguage('de')
    const unknown = { key: 'toString', values: new Map<string, string>() }
    expect(nodeText([unknown], 'In English.')).toBe('In English.')
    expect(nodeText([say('tokens.burns')], 'In English.')).toBe('In English.')
    expect(nodeText([], 'In English.')).toBe('In English.')
  })
})

describe('nodeError and nodeState', () => {
  it('translates refusals of forks, and texts about an old wallet or node', async () => {
    const fork = say('chain.forkTokel', { name: 'TKL' })
    const keys = say('oldWallet.foundOnPages', { count: '7' })
    expect([fork, keys].map((sentence) => nodeError(englishText(sentence)))).toEqual([fork, keys].map(englishText))
    await showLanguage('de')
    expect(nodeError(englishText(fork))).toMatch(/^TKL ist die Chain von Tokel/)
    expect(nodeError(englishText(keys))).toMatch(/^7 Schlüssel fanden sich/)
    const running = englishText(
      say('error.importDaemon', { pid: '7', folder: '/a', call: 'addnode "127.0.0.1:5" "add"' }),
    )
    expect(nodeError(running)).toMatch(/^Ein Daemon \(Prozess 7\) benutzt \/a, .*: addnode "127.0.0.1:5" "add"\.$/)
  })

  it('recognise an error by its English text, with its values', async () => {
    await showLanguage('de')
    expect(nodeError('Invalid amount')).toBe('Ungültiger Betrag')
    expect(nodeError('Invalid Komodo address: (x)')).toBe('Ungültige Adresse: (x)')
    await showLanguage('es')
    expect(nodeError('Error: Node has not been added.')).toBe('Ese nodo no está en la lista.')
    expect(nodeError('The watch list is full: it holds 1000 addresses')).toBe(
      'La lista de observación está llena: tiene 1\u202f000 direcciones',
    )
    expect(nodeError('Something else, Invalid amount')).toBe('Something else, Invalid amount')
  })

  it.each([
    ['Error: Invalid IP/Subnet', 'Not an IP address or range.'],
    ['Invalid Komodo address: (x)', 'Invalid Komodo address: (x)'],
    ['Cannot overwrite existing file /a b', 'The file exists already: /a b'],
    ['more than 1300 inputs are required', 'Too many small coins: more than 1,300 would be needed.'],
  ])('return plain English where the window has its own text: %j', (message, text) => {
    expect(nodeError(message)).toBe(text)
  })

  it('distinguish errors from states, whose numbers select the plural form', async () => {
    await showLanguage('de')
    expect(nodeState('At the tip, with 1 peer.')).toBe('An der Spitze der Chain, mit 1 Peer.')
    expect(nodeState('No data received for 40 s, with 5 blocks to go.')).toBe(
      'Seit 40 s ist nichts gekommen; 5 Blöcke fehlen noch.',
    )
    expect(nodeState('Invalid amount')).toBe('Invalid amount')
  })
})

describe('texts about a file of the app', () => {
  const aside = 'and was set aside as contacts.json.damaged-7 in /a. Import an earlier export, or repair the file.'

  it('appear in the current language together with their reason', async () => {
    const text = `The address book is damaged ${aside}`
    expect(fileText(text)).toBe(text)
    await showLanguage('de')
    expect(fileText(text)).toMatch(
      /^Das Adressbuch ist beschädigt und wurde als contacts\.json\.damaged-7 in \/a beise/,
    )
    expect(
      fileText(
        'The list of chains (/a b/chains.json) is damaged, and cannot be set aside: EPERM. The app does not write to it and shows none of its chains.',
      ),
    ).toMatch(
      /^Die Liste der Chains \(\/a b\/chains\.json\) ist beschädigt und lässt sich nicht beiseitelegen: EPERM\. In sie/,
    )
    // An unknown reason is left unchanged.
    expect(fileText(`The address book is odd ${aside}`)).toMatch(/^Das Adressbuch is odd und wurde/)
  })

  it.each([
    ['en', 'The label "Friend" can be mistaken for the private sandbox or its second wallet: choose another'],
    ['de', 'Die Bezeichnung „Friend“ liest sich wie die private Sandbox oder deren zweite Wallet: eine andere wählen'],
    ['es', 'La etiqueta «Friend» se lee como el entorno de pruebas privado o su segundo monedero: elija otra'],
  ] as const)('explain in %s why a label is rejected', async (language, text) => {
    await showLanguage(language)
    expect(
      nodeError('The label "Friend" can be mistaken for the private sandbox or its second wallet: choose another'),
    ).toBe(text)
  })

  it('translate file errors that arrive as node errors, and states of the miner', async () => {
    await showLanguage('es')
    expect(nodeError('The address book cannot be written: EROFS')).toBe(
      'No se puede escribir la libreta de direcciones: EROFS',
    )
    expect(nodeError('A contact named Bob already exists')).toBe('Ya existe un contacto Bob')
    expect(nodeError('no valid block can be made: bad-txns')).toMatch(/^No se puede formar ningún bloque válido: bad/)
    expect(
      nodeState('Every block of this chain requires a stake from block 101 on: blocks cannot be mined by work alone.'),
    ).toMatch(/^Desde el bloque 101/)
  })
})

describe('coinReason', () => {
  it('translates the reason, using the plural form of its number', async () => {
    await showLanguage('de')
    expect(coinReason('It holds tokens: spending it as coins would destroy them.')).toMatch(/^Enthält Token/)
    expect(coinReason('It was mined and can be spent after 1 more block.')).toMatch(/1 weiteren Block\.$/)
    expect(coinReason('It was mined and can be spent after 9 more blocks.')).toMatch(/9 weiteren Blöcken\.$/)
    expect(coinReason('Something else')).toBe('Something else')
  })
})

describe('startText', () => {
  it('translates start messages, and port problems together with the advice', async () => {
    expect(startText('Loading block index...')).toBe('Loading block index...')
    await showLanguage('de')
    expect(startText('Loading block index...')).toBe('Der Blockindex wird geladen …')
    expect(startText('Importing blocks... Height 12345.')).toContain('12\u202f345')
    expect(
      startText(
        'Port 7770 for peers is taken by komodod (process 4711). Use another port: 7771 is free, or end the program that uses this port.',
      ),
    ).toBe(
      'Port 7770 für Peers ist von komodod belegt (Prozess 4711). Einen anderen Port benutzen: 7771 ist frei. Oder das Programm beenden, das ihn hat.',
    )
    expect(
      startText(
        'The wallet file /a/wallet.db is missing, but this chain was used with a wallet (5071c306, noted on 2026-11-18). Put the file or a backup of it back and start again, or start once with -newwallet to begin with a new, empty wallet: without the old file or its recovery phrase its coins cannot be spent.',
      ),
    ).toMatch(/^Die Wallet-Datei \/a\/wallet\.db fehlt, aber .* \(5071c306, vermerkt am 2026-11-18\)\. /)
    expect(startText('Something else. And more.')).toBe('Something else. And more.')
    expect(startText('')).toBe('')
  })

  it('translates start messages that arrive as errors', async () => {
    await showLanguage('es')
    expect(
      nodeError('The disk that holds /a/chain.db is full. Free up space and start again; nothing is lost.'),
    ).toMatch(/^El disco que contiene \/a\/chain\.db está lleno/)
    expect(nodeError('Too many wrong or refused answers: try again in 3 min. Nothing was done.')).toBe(
      'Demasiadas respuestas erróneas o rechazadas: se puede repetir dentro de 3 min. No se hizo nada.',
    )
  })
})

describe('checkText and chainWarning', () => {
  it('translate results of checks, with their values', async () => {
    await showLanguage('de')
    expect(checkText('RAddress has been used before: first in block 7. A faucet is for new addresses only.')).toBe(
      'RAddress wurde schon benutzt: zuerst in Block 7. Ein Faucet ist nur für neue Adressen.',
    )
    expect(checkText('Port 7770 is free.')).toBe('Port 7770 ist frei.')
    expect(chainWarning('Other nodes can connect to this machine and learn its address.')).toMatch(/^Andere Knoten/)
    expect(checkText('Something else')).toBe('Something else')
  })
})

/** Parts whose texts are sent in English only and recognised here. */
const RECOGNISED = /^(error|state|start|chain|check|coin|file|fileState)\./
/**
 * Texts assembled from parts in their sources, and tested in src-main/app/chains/startTexts.test.ts and
 * fileNotices.test.ts.
 */
const TOGETHER = /^(start\.building|file\.\w+(Left|Unread|Unwritten)|check\.(peerPort|rpcPort|portFix|portOther))/

describe('source files of the node', () => {
  const files = import.meta.glob<string>(
    ['../../src-main/**/*.ts', '../../src-shared/**/*.ts', '!**/*.test.ts', '!**/testing/**'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  )
  const speaking = Object.entries(files).filter(([, code]) => /#shared\/sentences\/|'\.\.\/sentences\//.test(code))
  const uses = speaking.flatMap(([file, code]) => readSource(file, code, 'say').uses)
  const english = flatten(en)
  const findTexts = (key: string) => [key, `${key}_other`].flatMap((each) => english.get(each) ?? [])

  it('pass every value for which a text has a placeholder', () => {
    const wrong = uses.flatMap(({ key, whole, values, place }) => {
      if (!whole || !values) return []
      const wanted = findTexts(key).flatMap(listValueNames)
      return wanted.every((value) => values.includes(value)) ? [] : [`${place} ${key} needs ${wanted}`]
    })
    expect(wrong).toEqual([])
  })

  it('use every text of the shared catalogue', () => {
    const code = speaking.map(([, each]) => each).join('\n')
    const parts = uses.filter(({ whole }) => !whole).map(({ key }) => key)
    const unused = [...new Set([...english.keys()].map(withoutForm))].filter(
      (key) =>
        !RECOGNISED.test(key) &&
        !code.includes(`'${key}'`) &&
        !parts.some((part) => part !== '' && key.startsWith(part)),
    )
    expect(unused).toEqual([])
  })

  it('contain every error and state that has a text', () => {
    const code = Object.values(files).join('\n')
    const known = (text: string) =>
      text.split(/\{\{\w+\}\}/).some((part) => part.trim().length > 5 && code.includes(part.trim()))
    const forms = [...english].filter(([key]) => RECOGNISED.test(key) && !TOGETHER.test(key) && !key.endsWith('_one'))
    expect(forms.filter(([key, text]) => !known(text) && !code.includes(`'${key}'`))).toEqual([])
  })
})

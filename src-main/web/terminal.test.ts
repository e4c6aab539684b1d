import { describe, expect, it } from 'vitest'
import { appText } from '../app/texts/index.ts'
import type { AskedQuestion } from './askedQuestion.ts'
import { codeLines } from './terminal.ts'

const question = (change: Partial<AskedQuestion>): AskedQuestion => ({
  ...{ chain: 'DEMO', title: 'Send 5.00000000 DEMO?', consequence: '', facts: [], lists: [] },
  ...{ warnings: [], agree: 'Send', danger: true },
  ...change,
})

const EN = appText('en')
const BOX = ['┌─────────────────┐', '│  Code: 482 913  │', '└─────────────────┘']

describe('codeLines', () => {
  it('shows the recipient of a simple payment in one line, and frames the code', () => {
    const rows = [{ who: 'RPayee', what: '5.00000000 DEMO', owner: 'foreign' as const }]
    const own = { who: 'ROwn', what: '9.00000000 DEMO', owner: 'own' as const }
    expect(
      codeLines(
        question({
          lists: [
            { heading: 'To', rows },
            { heading: 'From', rows: [own] },
          ],
        }),
        '482 913',
        EN,
      ),
    ).toEqual(['', 'DEMO: Send 5.00000000 DEMO to RPayee', ...BOX])
  })

  it('includes collapsed details, and shows a recipient in the title only once', () => {
    const rows = [{ who: 'RPayee', what: '5.00000000 DEMO', owner: 'foreign' as const }]
    const change = { who: 'RMade', what: '2.00000000 DEMO', owner: 'imported' as const }
    const lists = [
      { heading: 'To', rows },
      { heading: 'Change', rows: [change] },
    ]
    const details = { facts: [{ name: 'Transaction', value: 'ab' }], lists, open: false }
    const title = 'Send 5.00000000 DEMO to RPayee.'
    expect(codeLines(question({ title, details }), '482 913', EN)).toEqual([
      ...['', '  Change: 2.00000000 DEMO – the address of an imported key (RMade)', '  Transaction: ab'],
      ...['DEMO: Send 5.00000000 DEMO to RPayee', ...BOX],
    ])
  })

  it('omits nothing of a longer question, and puts the code last', () => {
    const rows = Array.from({ length: 37 }, (_, index) => ({
      ...{ who: `RPayee${index}`, what: '1.00000000 DEMO', owner: 'foreign' as const },
    }))
    const coin = { who: 'ROwn', what: '3.00000000 DEMO', owner: 'own' as const }
    const imported = { who: 'RMade', what: '2.00000000 DEMO', owner: 'imported' as const, note: 'change' }
    const lines = codeLines(
      question({
        lists: [
          { heading: 'To', rows },
          { heading: 'Change', rows: [imported, coin] },
          { heading: 'From', rows: [coin] },
        ],
        facts: [{ name: 'Fee', value: '0.10000000 DEMO' }],
        warnings: ['The fee is high.'],
      }),
      '482 913',
      EN,
    )
    expect(lines).toHaveLength(45)
    expect(lines[37]).toBe('  To: 1.00000000 DEMO – RPayee36')
    expect(lines.slice(38)).toEqual([
      '  Change: 2.00000000 DEMO – the address of an imported key (RMade), change',
      '  Fee: 0.10000000 DEMO',
      '  Careful: The fee is high.',
      'DEMO: Send 5.00000000 DEMO',
      ...BOX,
    ])
  })

  it('prevents an untrusted text from moving the cursor, adding lines or hiding others', () => {
    const title = `Send\u001b[2J\u202e 1\nDEMO: Send 0: code 111 111${' '.repeat(700)}x?`
    expect(codeLines(question({ title }), '482 913', EN)).toEqual([
      '',
      'DEMO: Send<U+1b>[2J<U+202e> 1<U+a>DEMO: Send 0: code 111 111 <700 blanks> x',
      ...BOX,
    ])
  })

  it('names the other sandbox wallet as the owner of an address', () => {
    const lists = [
      {
        heading: 'To',
        rows: [{ who: 'RFriend', what: '5.00000000 DEMO', owner: 'otherWallet' as const, name: 'Friend' }],
      },
    ]
    expect(codeLines(question({ title: 'Send 5.00000000 DEMO?', lists }), '482 913', EN)).toContain(
      'DEMO: Send 5.00000000 DEMO to Friend, your other sandbox wallet (RFriend)',
    )
  })

  it('uses the language of the window', () => {
    const rows = [{ who: 'RPayee', what: '5.00000000 DEMO', owner: 'imported' as const }]
    const lists = [{ heading: 'Para', rows }]
    const asked = question({ title: '¿Enviar 5.00000000 DEMO?', lists, warnings: ['¿?'] })
    expect(codeLines(asked, '482 913', appText('es'))).toEqual([
      '',
      '  Atención: ¿?',
      'DEMO: Enviar 5.00000000 DEMO a la dirección de una clave importada (RPayee)',
      '┌───────────────────┐',
      '│  Código: 482 913  │',
      '└───────────────────┘',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { AskedQuestion } from './confirmation.ts'
import { codeLines } from './terminal.ts'

const question = (change: Partial<AskedQuestion>): AskedQuestion => ({
  ...{ chain: 'DEMO', title: 'Send 5.00000000 DEMO?', consequence: '', facts: [], lists: [] },
  ...{ warnings: [], agree: 'Send', danger: true },
  ...change,
})

describe('codeLines', () => {
  it('says in one line what a simple payment is', () => {
    const rows = [{ who: 'RPayee', what: '5.00000000 DEMO', owner: 'foreign' as const }]
    expect(codeLines(question({ lists: [{ heading: 'To', rows }] }), '482 913')).toEqual([
      'DEMO: Send 5.00000000 DEMO to RPayee: code 482 913',
    ])
  })

  it('leaves nothing of a longer one out, and puts the code last', () => {
    const rows = Array.from({ length: 37 }, (_, index) => ({
      ...{ who: `RPayee${index}`, what: '1.00000000 DEMO', owner: 'foreign' as const },
    }))
    const change = { who: 'ROwn', what: '3.00000000 DEMO', owner: 'own' as const, note: 'change' }
    const lines = codeLines(
      question({
        lists: [
          { heading: 'To', rows },
          { heading: 'Back', rows: [change] },
        ],
        facts: [{ name: 'Fee', value: '0.10000000 DEMO' }],
        warnings: ['The fee is high.'],
      }),
      '482 913',
    )
    expect(lines).toHaveLength(41)
    expect(lines[36]).toBe('  To: 1.00000000 DEMO – RPayee36')
    expect(lines.slice(37)).toEqual([
      '  Back: 3.00000000 DEMO – ROwn (your wallet), change',
      '  Fee: 0.10000000 DEMO',
      '  Careful: The fee is high.',
      'DEMO: Send 5.00000000 DEMO: code 482 913',
    ])
  })

  it('lets a text of strangers neither move the cursor nor make a line nor push anything away', () => {
    const title = `Send\u001b[2J\u202e 1\nDEMO: Send 0: code 111 111${' '.repeat(700)}x?`
    expect(codeLines(question({ title }), '482 913')).toEqual([
      'DEMO: Send<U+1b>[2J<U+202e> 1<U+a>DEMO: Send 0: code 111 111 <700 blanks> x: code 482 913',
    ])
  })
})

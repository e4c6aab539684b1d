import { describe, expect, it } from 'vitest'
import type { WindowQuestion } from '#shared/channel.ts'
import type { AskedQuestion } from './askedQuestion.ts'
import { type AskedWindow, Confirmation } from './confirmation.ts'
import { FailedAttempts } from './failedAttempts.ts'

const QUESTION: AskedQuestion = {
  chain: 'DEMO',
  title: 'Send 5.00000000 DEMO?',
  consequence: 'They leave the wallet for good.',
  facts: [{ name: 'Fee', value: '0.00010000 DEMO' }],
  lists: [{ heading: 'To', rows: [{ who: 'RStranger', what: '5.00000000 DEMO', owner: 'foreign' }] }],
  ...{ warnings: [], agree: 'Send', danger: true, offerChange: true },
}

/** Creates a program with a terminal, and windows that record their contents. */
function program() {
  const printed: string[] = []
  const timers: { run(): void; milliseconds: number }[] = []
  const clock = { now: 0 }
  const language = 'en'
  let next = 482_912
  let rings = 0
  const confirmation = new Confirmation({
    print: (lines) => printed.push(...lines),
    ring: () => {
      rings += 1
    },
    language: () => language,
    random: (below) => {
      next += 1
      return next % below
    },
    attempts: new FailedAttempts(() => clock.now),
    after(milliseconds, run) {
      const timer = { milliseconds, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const window = () => {
    const shown: WindowQuestion[] = []
    const hidden: number[] = []
    const asked: AskedWindow = { show: (question) => shown.push(question), hide: (id) => hidden.push(id) }
    return { ...asked, asked, shown, hidden, last: () => shown.at(-1)?.id ?? 0 }
  }
  const code = () => /Code: (\d{3} \d{3})/.exec(printed.at(-2) ?? '')?.[1] ?? ''
  const ask = (to: ReturnType<typeof window>, check?: (passphrase: string) => Promise<boolean>, signal = open()) =>
    confirmation.ask(QUESTION, to.asked, check, signal)
  return { confirmation, printed, timers, clock, window, code, ask, rings: () => rings }
}

const open = () => new AbortController().signal
const flushPromises = () => new Promise((resolve) => setTimeout(resolve))
const checkSecret = async (passphrase: string) => passphrase === 'the words'

describe('question confirmed by a code', () => {
  it('prints its content with a new code, shows it without the code, and accepts the code in any spacing', async () => {
    const { ask, window, printed, code, confirmation, rings } = program()
    const page = window()
    const first = ask(page)
    expect(printed.slice(0, 3)).toEqual(['', '  Fee: 0.00010000 DEMO', 'DEMO: Send 5.00000000 DEMO to RStranger'])
    expect([code(), rings()]).toEqual(['482 913', 1])
    expect(page.shown).toEqual([{ ...QUESTION, id: 1, confirmBy: 'code', triesLeft: null }])
    expect(JSON.stringify(page.shown)).not.toContain('482')
    confirmation.answer(page.asked, { id: page.last(), secret: '482913' })
    expect(await first).toBe('confirmed')
    expect(page.hidden).toEqual([1])
    const second = ask(page)
    expect(code()).toBe('482 914')
    confirmation.answer(page.asked, { id: page.last(), secret: ' 482 914 ' })
    expect(await second).toBe('confirmed')
  })

  it('ends as refused after three wrong codes, and reports the remaining tries', async () => {
    const { ask, window, printed, confirmation } = program()
    const page = window()
    const asked = ask(page)
    for (const wrong of ['', '000000', '482914']) confirmation.answer(page.asked, { id: 1, secret: wrong })
    expect(await asked).toBe('refused')
    expect(page.shown.map(({ triesLeft }) => triesLeft)).toEqual([null, 2, 1])
    expect(printed.at(-1)).toMatch(/^Three wrong answers/)
    confirmation.answer(page.asked, { id: 1, secret: '482913' })
    expect(page.hidden).toEqual([1])
  })

  it('rejects the code of an earlier question, answers of another window, and answers to another id', async () => {
    const { ask, window, confirmation, code } = program()
    const [page, other] = [window(), window()]
    const refused = ask(page)
    const old = code()
    confirmation.answer(page.asked, { id: 1, secret: null })
    expect(await refused).toBe('refused')
    const asked = ask(page)
    confirmation.answer(page.asked, { id: 2, secret: old })
    expect(page.shown.at(-1)?.triesLeft).toBe(2)
    confirmation.answer(other.asked, { id: 2, secret: code() })
    confirmation.answer(other.asked, { id: 2, secret: null })
    confirmation.answer(page.asked, { id: 1, secret: code() })
    expect(page.hidden).toEqual([1])
    confirmation.answer(page.asked, { id: 2, secret: code() })
    expect(await asked).toBe('confirmed')
  })

  it('returns to its form without counting as wrong, and invalidates its code', async () => {
    const { ask, window, confirmation, code } = program()
    const page = window()
    for (let round = 0; round < 10; round += 1) {
      const asked = ask(page)
      confirmation.answer(page.asked, { id: page.last(), secret: null, change: true })
      expect(await asked).toBe('change')
    }
    const old = code()
    const asked = ask(page)
    confirmation.answer(page.asked, { id: page.last(), secret: old })
    expect(page.shown.at(-1)?.triesLeft).toBe(2)
    confirmation.answer(page.asked, { id: page.last(), secret: code() })
    expect(await asked).toBe('confirmed')
  })

  it('counts a change as a refusal if it has no form', async () => {
    const { window, confirmation } = program()
    const page = window()
    const { offerChange: _, ...plain } = QUESTION
    const asked = confirmation.ask(plain, page.asked, undefined, open())
    confirmation.answer(page.asked, { id: page.last(), secret: null, change: true })
    expect(await asked).toBe('refused')
  })

  it('blocks other questions until it is answered', async () => {
    const { ask, window, confirmation, code } = program()
    const [page, other] = [window(), window()]
    const asked = ask(page)
    await expect(ask(other)).rejects.toThrow('Another question is waiting')
    expect(other.shown).toEqual([])
    confirmation.answer(page.asked, { id: 1, secret: code() })
    expect(await asked).toBe('confirmed')
    void ask(other)
    expect(other.shown).toHaveLength(1)
  })

  it('ends when its window or chain is closed, and after ten minutes without an answer', async () => {
    const { ask, window, timers, confirmation } = program()
    const page = window()
    const gone = new AbortController()
    const asked = ask(page, undefined, gone.signal)
    gone.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    expect(timers).toEqual([])
    const late = ask(page)
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([600_000])
    timers[0]?.run()
    expect(await late).toBe('refused')
    expect(page.hidden).toEqual([1, 2])
    await expect(ask(page, undefined, gone.signal)).rejects.toThrow('gone')
    confirmation.answer(page.asked, { id: 2, secret: '482914' })
  })

  it('waits after refused questions, and clears the limit after a correct code', async () => {
    const { ask, window, confirmation, code, clock } = program()
    const page = window()
    for (let round = 0; round < 4; round += 1) {
      const asked = ask(page)
      confirmation.answer(page.asked, { id: page.last(), secret: null })
      await asked
    }
    await expect(ask(page)).rejects.toThrow('Too many wrong or refused answers')
    clock.now += 5000
    const asked = ask(page)
    confirmation.answer(page.asked, { id: page.last(), secret: code() })
    expect(await asked).toBe('confirmed')
    void ask(page)
  })
})

describe('confirmation method', () => {
  it('changes after a question that is confirmed by the current method', async () => {
    const { confirmation, window, code, printed, ask } = program()
    const page = window()
    let notified = 0
    const end = confirmation.onConfirmBy(() => {
      notified += 1
    })
    const chosen = confirmation.choose('passphrase', page.asked, checkSecret, open())
    expect(page.shown.at(-1)).toMatchObject({ title: 'Confirm with the passphrase from now on?', confirmBy: 'code' })
    confirmation.answer(page.asked, { id: 1, secret: code() })
    await chosen
    expect([confirmation.confirmBy(), notified]).toEqual(['passphrase', 1])

    const lines = printed.length
    const asked = ask(page, checkSecret)
    expect(page.shown.at(-1)?.confirmBy).toBe('passphrase')
    confirmation.answer(page.asked, { id: 2, secret: 'other words' })
    await flushPromises()
    expect(page.shown.at(-1)?.triesLeft).toBe(2)
    confirmation.answer(page.asked, { id: 2, secret: 'the words' })
    expect(await asked).toBe('confirmed')
    expect(printed).toHaveLength(lines)

    end()
    const back = confirmation.choose('code', page.asked, checkSecret, open())
    expect(page.shown.at(-1)?.confirmBy).toBe('passphrase')
    confirmation.answer(page.asked, { id: 3, secret: 'the words' })
    await back
    expect([confirmation.confirmBy(), notified]).toEqual(['code', 1])
  })

  it('stays unchanged if the question is refused, and asks nothing if it is already selected', async () => {
    const { confirmation, window } = program()
    const page = window()
    const chosen = confirmation.choose('passphrase', page.asked, checkSecret, open())
    confirmation.answer(page.asked, { id: 1, secret: null })
    await chosen
    await confirmation.choose('code', page.asked, checkSecret, open())
    expect([confirmation.confirmBy(), page.shown.length]).toEqual(['code', 1])
  })

  it('falls back to a code if the wallet has no passphrase', async () => {
    const { confirmation, window, code, ask } = program()
    const page = window()
    const chosen = confirmation.choose('passphrase', page.asked, undefined, open())
    confirmation.answer(page.asked, { id: 1, secret: code() })
    await chosen
    void ask(page)
    expect(page.shown.at(-1)?.confirmBy).toBe('code')
  })
})

describe('passphrase check', () => {
  const choose = async ({ confirmation, window, code }: ReturnType<typeof program>) => {
    const page = window()
    const chosen = confirmation.choose('passphrase', page.asked, checkSecret, open())
    confirmation.answer(page.asked, { id: 1, secret: code() })
    await chosen
    return page
  }

  it('ignores answers during a check, and its result after the question has ended', async () => {
    const all = program()
    const page = await choose(all)
    const checks: ((right: boolean) => void)[] = []
    const gone = new AbortController()
    const asked = all.ask(page, () => new Promise((resolve) => checks.push(resolve)), gone.signal)
    for (let round = 0; round < 5; round += 1) all.confirmation.answer(page.asked, { id: 2, secret: 'guess' })
    expect(checks).toHaveLength(1)
    gone.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    checks[0]?.(true)
    await flushPromises()
    expect(page.hidden).toEqual([1, 2])
  })

  it('ends the question with the error if the passphrase cannot be checked', async () => {
    const all = program()
    const page = await choose(all)
    const asked = all.ask(page, () => Promise.reject(new Error('The chain is stopped')))
    all.confirmation.answer(page.asked, { id: 2, secret: 'the words' })
    await expect(asked).rejects.toThrow('The chain is stopped')
    expect(page.hidden).toEqual([1, 2])
  })
})

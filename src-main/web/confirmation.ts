/**
 * The open question of the browser mode. Purpose: where money or keys are at stake, the person proves what
 * an extension or a script in the page cannot: seeing the terminal that started the program, or knowing the wallet's
 * passphrase. Invariants: one question at a time in the whole program; a code is made for one question and good for no
 * other; only the window that is asked can answer; after wrong and refused answers the next question has to wait.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ConfirmBy, WindowQuestion } from '#shared/channel.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Language } from '#shared/languages.ts'
import { type AppText, appText } from '../app/texts/index.ts'
import type { AskedQuestion } from './askedQuestion.ts'
import type { FailedAttempts } from './failedAttempts.ts'
import { codeLines, spaced } from './terminal.ts'

const TRIES = 3
const CODE_DIGITS = 6
/** A question ends after this time, and its code with it. */
const QUESTION_LIFE_MS = 10 * 60 * 1000

/** The window that a question goes to. */
export interface AskedWindow {
  show(question: WindowQuestion): void
  hide(id: number): void
}

/** Whether this is the passphrase of the question's wallet. Rejects with an RpcError if that cannot be checked. */
export type PassphraseCheck = (passphrase: string) => Promise<boolean>

export interface Confirmation {
  confirmBy(): ConfirmBy
  onConfirmBy(listener: () => void): () => void
  /**
   * Resolves to whether the person confirmed. `check` is absent where the wallet has no passphrase: then it takes a code.
   * @throws RpcError when another question is open, or it is too soon for one; the signal's reason when that ends it
   */
  ask(
    question: AskedQuestion,
    window: AskedWindow,
    check: PassphraseCheck | undefined,
    signal: AbortSignal,
  ): Promise<boolean>
  /** null: refused */
  answer(window: AskedWindow, id: number, secret: string | null): void
  /** Changes the way of confirming, after a question that is confirmed in the present way. Throws like `ask`. */
  choose(
    confirmBy: ConfirmBy,
    window: AskedWindow,
    check: PassphraseCheck | undefined,
    signal: AbortSignal,
  ): Promise<void>
}

export interface ConfirmationDeps {
  /** lines for the terminal that started the program */
  print(lines: readonly string[]): void
  /** lets that terminal ring: a code is there */
  ring(): void
  /** an unpredictable integer below the given one */
  random(below: number): number
  readonly attempts: FailedAttempts
  /** of what the terminal says, and of the question how to confirm */
  language(): Language
  /** milliseconds; returns the function that cancels it */
  after(milliseconds: number, run: () => void): () => void
}

type Proof =
  | { readonly confirmBy: 'code'; readonly code: string }
  | { readonly confirmBy: 'passphrase'; readonly check: PassphraseCheck }

interface Open {
  readonly id: number
  readonly window: AskedWindow
  readonly question: AskedQuestion
  readonly proof: Proof
  triesLeft: number
  checking: boolean
  decide(confirmed: boolean): void
  fail(error: unknown): void
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameCode = (known: string, given: string) => timingSafeEqual(digest(known), digest(given.replaceAll(/\s/g, '')))

const shown = ({ id, question, proof, triesLeft }: Open): WindowQuestion => ({
  ...{ id, chain: question.chain, title: question.title, consequence: question.consequence },
  ...{ facts: question.facts, lists: question.lists, warnings: question.warnings },
  ...{ agree: question.agree, danger: question.danger, confirmBy: proof.confirmBy },
  triesLeft: triesLeft < TRIES ? triesLeft : null,
})

const choice = (confirmBy: ConfirmBy, t: AppText): AskedQuestion => ({
  ...{ title: t(`confirm.${confirmBy}`), consequence: t(`confirm.${confirmBy}Consequence`) },
  ...{ chain: null, facts: [], lists: [], warnings: [], agree: t('confirm.agree'), danger: false },
})

export function createConfirmation(deps: ConfirmationDeps): Confirmation {
  const { attempts } = deps
  const listeners = new Set<() => void>()
  let confirmBy: ConfirmBy = 'code'
  let lastId = 0
  let open: Open | undefined

  const freshCode = () => String(deps.random(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

  /** The question is on screen until one of the two functions is called. */
  const put = (question: AskedQuestion, window: AskedWindow, proof: Proof, signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', gone)
        open = undefined
        window.hide(asked.id)
      }
      lastId += 1
      const asked: Open = {
        ...{ id: lastId, window, question, proof, triesLeft: TRIES, checking: false },
        decide(confirmed) {
          end()
          resolve(confirmed)
        },
        fail(error) {
          end()
          reject(error)
        },
      }
      const gone = () => {
        attempts.failed()
        asked.fail(signal.reason)
      }
      const cancel = deps.after(QUESTION_LIFE_MS, () => refuse(asked))
      signal.addEventListener('abort', gone)
      open = asked
      if (proof.confirmBy === 'code') {
        deps.print(codeLines(question, spaced(proof.code), appText(deps.language())))
        deps.ring()
      }
      window.show(shown(asked))
    })

  const refuse = (asked: Open) => {
    attempts.failed()
    asked.decide(false)
  }

  const wrong = (asked: Open) => {
    asked.triesLeft -= 1
    if (asked.triesLeft === 0) {
      deps.print([appText(deps.language())('terminal.wrong')])
      return refuse(asked)
    }
    attempts.failed()
    asked.window.show(shown(asked))
  }

  const judge = async (asked: Open, secret: string) => {
    const { proof } = asked
    asked.checking = true
    try {
      const right = proof.confirmBy === 'code' ? sameCode(proof.code, secret) : await proof.check(secret)
      // It may have been withdrawn meanwhile.
      if (open !== asked) return
      asked.checking = false
      if (!right) return wrong(asked)
      attempts.succeeded()
      asked.decide(true)
    } catch (error) {
      if (open === asked) asked.fail(error)
    }
  }

  const ask: Confirmation['ask'] = async (question, window, check, signal) => {
    if (open !== undefined) throw new RpcError(RPC_ERROR.MISC, 'Another question is waiting for an answer')
    attempts.check()
    signal.throwIfAborted()
    const proof: Proof =
      confirmBy === 'passphrase' && check !== undefined
        ? { confirmBy, check }
        : { confirmBy: 'code', code: freshCode() }
    return put(question, window, proof, signal)
  }

  return {
    confirmBy: () => confirmBy,
    onConfirmBy(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask,
    answer(window, id, secret) {
      if (open?.id !== id || open.window !== window || open.checking) return
      if (secret === null) refuse(open)
      else void judge(open, secret)
    },
    async choose(next, window, check, signal) {
      if (next === confirmBy || !(await ask(choice(next, appText(deps.language())), window, check, signal))) return
      confirmBy = next
      for (const listener of listeners) listener()
    },
  }
}

/**
 * The open question of the browser mode. Purpose: if money or keys are at stake, the user proves something that an
 * extension or a script in the page cannot prove. The user sees the terminal that started the program, or knows the
 * wallet's passphrase. Invariants: one question is open in the program. A code is created for one question and invalid
 * for any other. Only the window that was asked can answer. After wrong and refused answers the next question is
 * delayed.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ConfirmBy, FromBrowser, WindowQuestion } from '#shared/channel.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Language } from '#shared/languages.ts'
import { type AppText, appText } from '../app/texts/index.ts'
import type { AskedQuestion } from './askedQuestion.ts'
import type { FailedAttempts } from './failedAttempts.ts'
import { codeLines, spaced } from './terminal.ts'

const TRIES = 3
const CODE_DIGITS = 6
/** Lifetime of a question and its code, in ms. */
const QUESTION_LIFE_MS = 10 * 60 * 1000

/** Window that a question is shown in. */
export interface AskedWindow {
  show(question: WindowQuestion): void
  hide(id: number): void
}

/**
 * Returns true if this is the passphrase of the question's wallet. Rejects with an RpcError if it cannot be checked.
 */
export type PassphraseCheck = (passphrase: string) => Promise<boolean>

export interface ConfirmationDeps {
  /** Prints lines on the terminal that started the program. */
  print(lines: readonly string[]): void
  /** Rings the bell of that terminal, because it shows a code. */
  ring(): void
  /** Returns an unpredictable integer below `below`. */
  random(below: number): number
  readonly attempts: FailedAttempts
  /** Language of the terminal, and of the question about the confirmation method. */
  language(): Language
  /** Runs `run` after a number of milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void
}

/** Outcome of a question. `change` means that the user returns to its form. */
type ConfirmationOutcome = 'confirmed' | 'refused' | 'change'

export type WindowAnswer = Omit<Extract<FromBrowser, { readonly kind: 'answer' }>, 'kind'>

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
  decide(outcome: ConfirmationOutcome): void
  fail(error: unknown): void
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameCode = (known: string, given: string) => timingSafeEqual(digest(known), digest(given.replaceAll(/\s/g, '')))

const shown = ({ id, question, proof, triesLeft }: Open): WindowQuestion => ({
  ...{ id, chain: question.chain, title: question.title, consequence: question.consequence },
  ...{ facts: question.facts, lists: question.lists, warnings: question.warnings },
  ...{ agree: question.agree, danger: question.danger, confirmBy: proof.confirmBy },
  ...(question.titleParts && { titleParts: question.titleParts }),
  ...(question.details && { details: question.details }),
  ...(question.offerChange && { offerChange: true as const }),
  triesLeft: triesLeft < TRIES ? triesLeft : null,
})

const choice = (confirmBy: ConfirmBy, t: AppText): AskedQuestion => ({
  ...{ title: t(`confirm.${confirmBy}`), consequence: t(`confirm.${confirmBy}Consequence`) },
  ...{ chain: null, facts: [], lists: [], warnings: [], agree: t('confirm.agree'), danger: false },
})

/** Manages the one open question of the browser mode, and the method of confirming questions. */
export class Confirmation {
  readonly #deps: ConfirmationDeps
  readonly #listeners = new Set<() => void>()
  #confirmBy: ConfirmBy = 'code'
  #lastId = 0
  #open: Open | undefined

  constructor(deps: ConfirmationDeps) {
    this.#deps = deps
  }

  confirmBy(): ConfirmBy {
    return this.#confirmBy
  }

  onConfirmBy(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Shows a question and resolves to its outcome. Without `check`, because the wallet has no passphrase, a code is
   * required.
   * @throws RpcError if another question is open or questions are delayed, or the signal's reason if it is aborted
   */
  async ask(
    question: AskedQuestion,
    window: AskedWindow,
    check: PassphraseCheck | undefined,
    signal: AbortSignal,
  ): Promise<ConfirmationOutcome> {
    if (this.#open !== undefined) throw new RpcError(RPC_ERROR.MISC, 'Another question is waiting for an answer')
    this.#deps.attempts.check()
    signal.throwIfAborted()
    const proof: Proof =
      this.#confirmBy === 'passphrase' && check !== undefined
        ? { confirmBy: 'passphrase', check }
        : { confirmBy: 'code', code: this.#freshCode() }
    return this.#put(question, window, proof, signal)
  }

  /**
   * @param answer answer of the user. A `secret` of null means refused, or with `change` that the user corrects the
   *   form, which does not count as wrong
   */
  answer(window: AskedWindow, { id, secret, change }: WindowAnswer): void {
    const open = this.#open
    if (open?.id !== id || open.window !== window || open.checking) return
    if (secret !== null) void this.#judge(open, secret)
    else if (change === true && open.question.offerChange === true) open.decide('change')
    else this.#refuse(open)
  }

  /**
   * Changes the confirmation method, after a question that is confirmed by the current one.
   * @throws the errors of `ask`
   */
  async choose(
    next: ConfirmBy,
    window: AskedWindow,
    check: PassphraseCheck | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (next === this.#confirmBy) return
    if ((await this.ask(choice(next, this.#t()), window, check, signal)) !== 'confirmed') return
    this.#confirmBy = next
    for (const listener of this.#listeners) listener()
  }

  #t(): AppText {
    return appText(this.#deps.language())
  }

  #freshCode(): string {
    return String(this.#deps.random(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  }

  /** Shows the question until `decide` or `fail` is called. */
  #put(question: AskedQuestion, window: AskedWindow, proof: Proof, signal: AbortSignal): Promise<ConfirmationOutcome> {
    const deps = this.#deps
    return new Promise<ConfirmationOutcome>((resolve, reject) => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', gone)
        this.#open = undefined
        window.hide(asked.id)
      }
      this.#lastId += 1
      const asked: Open = {
        ...{ id: this.#lastId, window, question, proof, triesLeft: TRIES, checking: false },
        decide(outcome) {
          end()
          resolve(outcome)
        },
        fail(error) {
          end()
          reject(error)
        },
      }
      const gone = () => {
        deps.attempts.failed()
        asked.fail(signal.reason)
      }
      const cancel = deps.after(QUESTION_LIFE_MS, () => this.#refuse(asked))
      signal.addEventListener('abort', gone)
      this.#open = asked
      if (proof.confirmBy === 'code') {
        deps.print(codeLines(question, spaced(proof.code), this.#t()))
        deps.ring()
      }
      window.show(shown(asked))
    })
  }

  #refuse(asked: Open): void {
    this.#deps.attempts.failed()
    asked.decide('refused')
  }

  #refuseWrong(asked: Open): void {
    asked.triesLeft -= 1
    if (asked.triesLeft === 0) {
      this.#deps.print([this.#t()('terminal.wrong')])
      this.#refuse(asked)
      return
    }
    this.#deps.attempts.failed()
    asked.window.show(shown(asked))
  }

  async #judge(asked: Open, secret: string): Promise<void> {
    const { proof } = asked
    asked.checking = true
    try {
      const right = proof.confirmBy === 'code' ? sameCode(proof.code, secret) : await proof.check(secret)
      // The question may have ended during the check.
      if (this.#open !== asked) return
      asked.checking = false
      if (!right) return this.#refuseWrong(asked)
      this.#deps.attempts.succeeded()
      asked.decide('confirmed')
    } catch (error) {
      if (this.#open === asked) asked.fail(error)
    }
  }
}

/**
 * The open question of the browser mode. Purpose: where money or keys are at stake, the person proves what
 * an extension or a script in the page cannot: seeing the terminal that started the program, or knowing the wallet's
 * passphrase. Invariants: one question at a time in the whole program; a code is made for one question and good for no
 * other; only the window that is asked can answer; after wrong and refused answers the next question has to wait.
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
/** A question ends after this time, and its code with it. */
const QUESTION_LIFE_MS = 10 * 60 * 1000

/** The window that a question goes to. */
export interface AskedWindow {
  show(question: WindowQuestion): void
  hide(id: number): void
}

/** Whether this is the passphrase of the question's wallet. Rejects with an RpcError if that cannot be checked. */
export type PassphraseCheck = (passphrase: string) => Promise<boolean>

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

/** How a question ends; `change`: the user goes back to its form. */
type ConfirmationOutcome = 'confirmed' | 'refused' | 'change'

/** Answer of a window to a question. */
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

/** The one open question of the browser mode, and the way in which questions are confirmed. */
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
   * Resolves to how the user answered. `check` is absent where the wallet has no passphrase: then it takes a code.
   * @throws RpcError when another question is open, or it is too soon for one; the signal's reason when that ends it
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

  /** @param answer `secret` null: refused, or with `change` to be corrected, which is no wrong answer */
  answer(window: AskedWindow, { id, secret, change }: WindowAnswer): void {
    const open = this.#open
    if (open?.id !== id || open.window !== window || open.checking) return
    if (secret !== null) void this.#judge(open, secret)
    else if (change === true && open.question.offerChange === true) open.decide('change')
    else this.#refuse(open)
  }

  /** Changes the way of confirming, after a question that is confirmed in the present way. Throws like `ask`. */
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

  /** The question is on screen until one of the two functions is called. */
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
      // It may have been withdrawn meanwhile.
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

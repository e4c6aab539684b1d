/** Questions on the terminal. Without a terminal each takes the next line of standard input. */
import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

export class TerminalAnswers {
  readonly #lines: string[] = []
  readonly #waiting: ((line: string | undefined) => void)[] = []
  readonly #reader: Interface
  /** false while a secret is typed */
  #shown = true
  #ended = false

  constructor() {
    const terminal = process.stdin.isTTY === true
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (this.#shown) process.stderr.write(chunk)
        done()
      },
    })
    this.#reader = createInterface({ input: process.stdin, output, terminal })
    this.#reader.on('line', (line) => {
      const next = this.#waiting.shift()
      if (next === undefined) this.#lines.push(line)
      else next(line)
    })
    this.#reader.on('SIGINT', () => this.#reader.close())
    this.#reader.once('close', () => {
      this.#ended = true
      for (const next of this.#waiting.splice(0)) next(undefined)
    })
  }

  /** Resolves to true for "y" or "yes". The end of standard input means no. */
  async confirm(question: string): Promise<boolean> {
    process.stderr.write(`${question} [y/N] `)
    const line = await this.#line()
    if (process.stdin.isTTY !== true) process.stderr.write('\n')
    return /^\s*y(es)?\s*$/i.test(line ?? '')
  }

  /** Resolves to a line that the terminal does not show; undefined at the end of standard input. */
  async secret(question: string): Promise<string | undefined> {
    process.stderr.write(`${question}> `)
    this.#shown = false
    const line = await this.#line()
    this.#shown = true
    process.stderr.write('\n')
    return line
  }

  /** Resolves to the next line without a question; undefined at the end of standard input. */
  next(): Promise<string | undefined> {
    return this.#line()
  }

  close(): void {
    this.#reader.close()
  }

  #line(): Promise<string | undefined> {
    const line = this.#lines.shift()
    if (line !== undefined) return Promise.resolve(line)
    if (this.#ended) return Promise.resolve(undefined)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

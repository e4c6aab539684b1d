/** Standard input of the client: a password in the first line (`-stdinrpcpass`), then parameters (`-stdin`). */

/** Thrown if standard input has no line for the password. */
export class NoPassword extends Error {
  override readonly name = 'NoPassword'
}

interface WantedInput {
  readonly password: boolean
  readonly parameters: boolean
}

interface ClientInput {
  readonly password: string | undefined
  readonly parameters: readonly string[]
}

/** @throws NoPassword if a password is wanted and the input is empty */
export async function readInput({ password, parameters }: WantedInput): Promise<ClientInput> {
  const hidden = password && process.stdin.isTTY ? await readHiddenLine() : undefined
  const fromText = password && !process.stdin.isTTY
  const lines = parameters || fromText ? toLines(await readText(!parameters)) : []
  const given = fromText ? lines.shift() : hidden
  if (password && given === undefined) {
    throw new NoPassword('-stdinrpcpass: no password in the first line of standard input')
  }
  return { password: given, parameters: parameters ? lines : [] }
}

function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Reads to the end, or through the first line, after which a pipe may stay open. */
async function readText(firstLineOnly: boolean): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += chunk
    if (firstLineOnly && text.includes('\n')) break
  }
  return text
}

/** Asks for a line on the terminal, which does not show it. Returns undefined after Ctrl-C or Ctrl-D. */
async function readHiddenLine(): Promise<string | undefined> {
  // Imported only here, so that other calls start faster.
  const { TerminalAnswers } = await import('./terminalAnswers.ts')
  const answers = new TerminalAnswers()
  const line = await answers.secret('RPC password')
  answers.close()
  return line
}

import { execFile } from 'node:child_process'

/** The system's own tools answer at once, or not at all. */
const LIMIT_MS = 3_000
const MAX_OUTPUT = 1_048_576

/** What a program of the system prints; rejects when there is none, or it fails. */
export function systemTool(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT, windowsHide: true }, (error, output) =>
      error ? reject(error) : resolve(output),
    )
  })
}

import { execFile } from 'node:child_process'

/** Time limit: the system's tools normally answer at once. */
const LIMIT_MS = 3_000
const MAX_OUTPUT = 1_048_576

/** The folder of Windows's own programs. */
export const windowsTool = (name: string) => `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}.exe`

/**
 * The output of a system tool, which is run by its full path: a program of that name in the working directory must not run.
 * Rejects when there is none, or it fails.
 */
export function systemTool(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT, windowsHide: true }, (error, output) =>
      error ? reject(error) : resolve(output),
    )
  })
}

import { execFile } from 'node:child_process'

/** The system's own tools answer at once, or not at all. */
const LIMIT_MS = 3_000
const MAX_OUTPUT = 1_048_576

/** Where Windows keeps its own programs. */
export const windowsTool = (name: string) => `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}.exe`

/**
 * What a program of the system prints, by its whole path: one of that name in the working directory must not run.
 * Rejects when there is none, or it fails.
 */
export function systemTool(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT, windowsHide: true }, (error, output) =>
      error ? reject(error) : resolve(output),
    )
  })
}

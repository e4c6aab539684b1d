import { execFile } from 'node:child_process'

/** Timeout; the system's tools normally respond immediately. */
const LIMIT_MS = 3_000
const MAX_OUTPUT = 1_048_576

/** Returns the path of a Windows system program. */
export const windowsTool = (name: string) => `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}.exe`

/**
 * Runs a system tool and resolves to its output. The full path is used, because a program with the same name in the
 * working directory must not run. Rejects if the tool is missing or fails.
 */
export function systemTool(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT, windowsHide: true }, (error, output) =>
      error ? reject(error) : resolve(output),
    )
  })
}

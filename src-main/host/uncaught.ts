/** Errors that nobody caught: what may be said of them, and where they are noticed. */

/** Longer runs of these characters are keys, passwords or cookies, or could be. */
const SECRET_LIKE = /[0-9A-Za-z+=_-]{40,}/g
const HIDDEN = '(hidden)'
/** The log cuts long fields; these say where it happened. */
const FRAMES = 6

export interface CrashReport {
  /** one line: what kind of error, and its message where that holds nothing secret */
  readonly reason: string
  /** the innermost calls */
  readonly stack: string
}

/**
 * Describes an error for the log. A message can quote what was being worked on, so the given secrets and everything that
 * looks like one are struck out; the message of a syntax error quotes its input and is left out.
 */
export function describeCrash(error: unknown, secrets: readonly string[]): CrashReport {
  if (!(error instanceof Error)) return { reason: `a thrown ${typeof error}`, stack: '' }
  const message = error instanceof SyntaxError ? HIDDEN : withoutSecrets(error.message, secrets)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    reason: `${error.name}: ${message}`,
    stack: frames
      .slice(0, FRAMES)
      .map((line) => line.trim())
      .join(' '),
  }
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const struck = secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return struck.replace(SECRET_LIKE, HIDDEN)
}

/** Calls `handle` for exceptions and rejections of this thread that nobody caught; returns the function that ends it. */
export function onUncaught(handle: (error: unknown) => void): () => void {
  process.on('uncaughtException', handle)
  process.on('unhandledRejection', handle)
  return () => {
    process.off('uncaughtException', handle)
    process.off('unhandledRejection', handle)
  }
}

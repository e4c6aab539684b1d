/** Catches uncaught errors and describes them without secrets. */

/** Runs of at least 40 characters that could be keys, passwords or cookies. */
const SECRET_LIKE = /[0-9A-Za-z+=_-]{40,}/g
const HIDDEN = '(hidden)'
/** Maximum number of stack frames to keep: the log truncates long fields. */
const FRAMES = 6

export interface CrashReport {
  /** single line with the kind of error, and its message without secrets */
  readonly reason: string
  /** innermost stack frames */
  readonly stack: string
}

/**
 * Describes an error for the log. A message can quote its input, so the given secrets and all texts that look like
 * secrets are removed; messages of syntax errors are omitted.
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

/** Calls `handle` for uncaught exceptions and rejections of this thread. Returns the function that stops this. */
export function onUncaught(handle: (error: unknown) => void): () => void {
  process.on('uncaughtException', handle)
  process.on('unhandledRejection', handle)
  return () => {
    process.off('uncaughtException', handle)
    process.off('unhandledRejection', handle)
  }
}

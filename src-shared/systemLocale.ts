/**
 * Converts the locales and the time zone that the system reports to values that `Intl` accepts, because it throws a
 * RangeError for any other. Chromium reports "en-US@posix" with LANG=C, and "Etc/Unknown" for an unknown time zone.
 *
 * Invariants: never throws.
 *
 * Thread: any; pure.
 */

/**
 * Returns the canonical BCP 47 tag of a locale: "de_AT.UTF-8" → "de-AT", "en-US@posix" → "en-US". Returns its language alone
 * if the rest is invalid, or undefined if the language is invalid too ("C.UTF-8", "").
 */
export function parseLocale(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  // Remove encoding and modifier of a POSIX locale.
  const tag = name.replace(/[.@].*$/s, '').replaceAll('_', '-')
  return canonicalLocale(tag) ?? canonicalLocale(tag.split('-', 1)[0] ?? '')
}

function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** Returns the tags of a list of locales, best first. Locales without a valid tag are skipped. */
export function parseLocales(names: readonly unknown[]): readonly string[] {
  return names.map(parseLocale).filter((tag) => tag !== undefined)
}

const reportedTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the name of the system's time zone, or "UTC" if `Intl` does not accept that name. Returns undefined for a
 * zone without a name (TZ=CEST-2), which `Intl` uses when no zone is given.
 * @param report reads the name; `Intl` itself may throw there
 */
export function systemTimeZone(report: () => string | undefined = reportedTimeZone): string | undefined {
  try {
    const name = report()
    Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return 'UTC'
  }
}

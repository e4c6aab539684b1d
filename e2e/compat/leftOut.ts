import type { Difference } from './difference.ts'
import { type Exact, getExactMember, printExact } from './exactJson.ts'
import type { Line } from './recordings.ts'

/** Removes list items that mention one of the texts, on one side or both, before the lists are compared. */
function leaveOut(
  name: string,
  reason: string,
  side: 'expected' | 'both',
  texts: readonly string[],
  when: (line: Line) => boolean,
): Difference {
  const prune = (reply: Exact): Exact | undefined => {
    const result = getExactMember(reply, 'result')
    if (!Array.isArray(result)) return undefined
    const kept = (result as readonly Exact[]).filter((item) => !texts.some((text) => printExact(item).includes(text)))
    return kept.length < result.length ? { ...(reply as Record<string, Exact>), result: kept } : undefined
  }
  return {
    name,
    reason,
    covers: () => false,
    adjust(line, expected, got) {
      if (!when(line)) return undefined
      const [less, fewer] = [prune(expected), side === 'expected' ? undefined : prune(got)]
      return less || fewer ? [less ?? expected, fewer ?? got] : undefined
    },
  }
}

export const LEFT_OUT: readonly Difference[] = [
  leaveOut(
    'expired bans',
    'The reference keeps listing them; we do not. One ban lasted only a second.',
    'both',
    ['"10.0.0.9/255.255.255.255"', '"10.4.0.2/255.255.255.255"'],
    ({ method, chain }) => method === 'listbanned' && chain === 'tst1',
  ),
  leaveOut(
    'headers of peers',
    'The recorded node had received the headers of a shorter branch from its peer.',
    'expected',
    ['0ce9d195620c33d51939af881da6cd6373dc02b7191fcab019dcf4d1995977ff'],
    ({ method, node }) => method === 'getchaintips' && node === 'R2',
  ),
  leaveOut(
    '19: tips without proof of work',
    'The reference stores blocks with a high hash and checks them on connecting; we never store them.',
    'expected',
    [
      'df007195dfa7b785f0cee15a59985b16ca34d971489a4e7a2803cfc57990071d',
      'd391fe48c0ad975388e7c2aac5a7abe45e81c300a22d6f322a63e5cca41e2b88',
    ],
    ({ method, node }) => method === 'getchaintips' && node === 'R2',
  ),
]

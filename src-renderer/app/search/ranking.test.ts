import { Search } from 'lucide-react'
import { beforeAll, describe, expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import type { SearchCandidate } from '../../components/search/candidate.ts'
import { rank } from '../../components/search/ranking.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { methodCandidates, pageCandidates, settingCandidates } from './staticCandidates.ts'

const nowhere = () => () => {}
const a = (group: SearchCandidate['group'], title: string, more: Partial<SearchCandidate> = {}): SearchCandidate => ({
  ...{ id: `${group} ${title}`, group, title, icon: Search, run: () => {} },
  ...more,
})
const actions = [
  a('Actions', 'Send coins', { also: 'pay, transfer, withdraw' }),
  a('Actions', 'Receive coins', { also: 'deposit, new address, qr' }),
  a('Actions', 'Create a token', { also: 'mint, new token, nft' }),
]
let all: readonly SearchCandidate[] = []
beforeAll(async () => {
  await loadTexts('palette')
  all = [
    ...actions,
    ...pageCandidates(nowhere),
    ...settingCandidates(nowhere),
    ...methodCandidates(Object.values(methods), nowhere),
  ]
})
const titles = (typed: string, from: readonly SearchCandidate[] = all) =>
  rank(from, typed).flatMap(({ items }) => items.map(({ title }) => title))

describe('rank', () => {
  it('puts the action first that people mean by a word', () => {
    expect(titles('send')[0]).toBe('Send coins')
    expect(titles('pay')[0]).toBe('Send coins')
    expect(titles('mint')[0]).toBe('Create a token')
    expect(titles('receive')[0]).toBe('Receive coins')
    expect(titles('qr')[0]).toBe('Receive coins')
    expect(titles('theme')[0]).toBe('Theme')
    expect(titles('console')[0]).toBe('Console')
    expect(titles('dark mode')[0]).toBe('Theme')
  })

  it('ranks an exact name before a name with that prefix', () => {
    expect(titles('getblock')[0]).toBe('getblock')
    expect(titles('GETINFO')[0]).toBe('getinfo')
    expect(titles('tokens')[0]).toBe('Tokens')
    expect(rank(all, 'token').map(({ group }) => group)).toEqual(['Screens', 'Actions', 'Methods'])
  })

  it('ranks an exact match above all other groups', () => {
    const exact = a('Exact', 'Block 12')
    expect(titles('send', [...actions, exact])[0]).toBe('Block 12')
  })

  it('matches words in any order, parts of words, initials and substrings', () => {
    expect(titles('coins send')[0]).toBe('Send coins')
    expect(titles('lockcoun')).toContain('getblockcount')
    expect(titles('gbc')).toContain('getblockcount')
    expect(titles('sndcns')[0]).toBe('Send coins')
    expect(titles('how long the node has run')).toEqual([])
    expect(titles('height of the tip')).toContain('getblockcount')
    expect(titles('zzz')).toEqual([])
  })

  it('lists the available actions for an empty query, but no large collections', () => {
    expect(rank(all, ' ').map(({ group }) => group)).toEqual(['Actions', 'Screens'])
  })

  it('limits each group, and keeps the original order of equally good matches', () => {
    const many = Array.from({ length: 5000 }, (_, n) => a('Tokens', `token ${n}`))
    const [group] = rank(many, 'token')
    expect(group?.items).toHaveLength(50)
    expect(group?.items[0]?.title).toBe('token 0')
  })
})

import { describe, expect, it } from 'vitest'
import { MAX_SHARE_TEXT, readShareText, writeShareLink } from '#shared/chains/shareText.ts'
import { LaunchRequests } from './index.ts'

describe('LaunchRequests', () => {
  it('accepts a link with the text of a chain', () => {
    const openings = new LaunchRequests()
    let changes = 0
    openings.onChange(() => {
      changes++
    })
    const text = 'Join:\nkomodod -ac_name=TEST -ac_supply=1000 "-addnode=[::1]:7" ü\nCheck: 12345678-12345678\n'
    expect(openings.offer(writeShareLink(text), '/')).toBe(true)
    expect(openings.now()).toEqual({ kind: 'join', text })
    expect(readShareText(openings.now().text).options).toEqual(['-ac_name=TEST', '-ac_supply=1000'])
    openings.close()
    expect([openings.now(), changes]).toEqual([{ kind: 'none', text: '' }, 2])
  })

  it.each([
    ['chainwright:join?-ac_name=A', '-ac_name=A'],
    ['CHAINWRIGHT://join/?-ac_name=A%20-ac_supply=1', '-ac_name=A -ac_supply=1'],
    ['chainwright:-ac_name=A', '-ac_name=A'],
    ['chainwright:%zz%', '%zz%'],
    ['chainwright:', ''],
    [`chainwright:${'%C3%BC'.repeat(100_000)}`, undefined],
  ])('accepts links in each notation of operating systems, up to the maximum length: %.40s', (word, text) => {
    const openings = new LaunchRequests()
    expect(openings.offer(word, '/')).toBe(true)
    const found = openings.now()
    expect(found.kind).toBe('join')
    if (text !== undefined) expect(found.text).toBe(text)
    expect(found.text.length).toBeLessThanOrEqual(MAX_SHARE_TEXT)
  })

  it('accepts a backup file, of which the page gets only the name', () => {
    const openings = new LaunchRequests()
    expect(openings.offer('mine/OLD.chainwright-backup', '/home/me')).toBe(true)
    expect(openings.now()).toEqual({ kind: 'restore', text: 'OLD.chainwright-backup' })
    expect(openings.offer('file:///home/me/with%20blank.chainwright-backup', '/')).toBe(true)
    expect(openings.backup()).toBe('/home/me/with blank.chainwright-backup')
    expect(openings.offer('file://elsewhere/x.chainwright-backup', '/')).toBe(false)
    expect(openings.offer('mine/OLD.chainwright-backup', '/home/me')).toBe(true)
    openings.close()
    expect(openings.backup()).toBe('/home/me/mine/OLD.chainwright-backup')
  })

  it('rejects other arguments and overlong paths', () => {
    const openings = new LaunchRequests()
    for (const word of [
      '',
      '-sandbox',
      '-ac_name=chainwright:',
      'http://example.org',
      '-x.chainwright-backup',
      'a.backup',
    ]) {
      expect(openings.offer(word, '/')).toBe(false)
    }
    expect(openings.offer(`${'x'.repeat(5_000)}.chainwright-backup`, '/')).toBe(false)
    expect(openings.now().kind).toBe('none')
  })
})

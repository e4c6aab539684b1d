import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAX_FEED_BYTES, newFeedKey, publicKeyFor, type Release, readFeed, writeFeed } from './feed.ts'
import { readFeedSource } from './release.ts'
import { compareVersions } from './version.ts'

const KEY = newFeedKey()
const PUBLIC = publicKeyFor(KEY)
const RELEASE: Release = {
  version: '1.2.3',
  issued: 1_800_000_000,
  page: 'https://downloads.example.org/chainwright/1.2.3',
  notes: ['Tokens can be burned.', 'Ünïcode stays.'],
}

describe('update feed', () => {
  it('returns the signed release if one of the keys fits', () => {
    expect(readFeed(writeFeed(RELEASE, KEY), [publicKeyFor(newFeedKey()), PUBLIC])).toEqual(RELEASE)
  })

  it('rejects another signature or a changed text', () => {
    const file = writeFeed(RELEASE, KEY)
    expect(() => readFeed(file, [publicKeyFor(newFeedKey())])).toThrow('the signature of the update feed is invalid')
    expect(() => readFeed(file, [])).toThrow('the signature of the update feed is invalid')
    expect(() => readFeed(file, ['no key', ''])).toThrow('the signature of the update feed is invalid')
    expect(() => readFeed(file.replace('1.2.3', '1.2.4'), [PUBLIC])).toThrow(
      'the signature of the update feed is invalid',
    )
    const { feed } = JSON.parse(file)
    for (const signature of ['', 'AAAA', Buffer.alloc(64).toString('base64'), Buffer.alloc(65, 1).toString('base64')]) {
      expect(() => readFeed(JSON.stringify({ feed, signature }), [PUBLIC])).toThrow(
        'the signature of the update feed is invalid',
      )
    }
  })

  it.each([
    ['', 'not an update feed'],
    ['[]', 'not an update feed'],
    ['{"feed":{},"signature":""}', 'not an update feed'],
    ['x'.repeat(MAX_FEED_BYTES + 1), 'the update feed is too large'],
  ])('rejects a file that is not a feed: %.20s', (file, why) => {
    expect(() => readFeed(file, [PUBLIC])).toThrow(why)
  })

  it.each<[string, Partial<Release>]>([
    ['a version with a tail', { version: '1.2.3-beta' }],
    ['no version', { version: '' }],
    ['no time', { issued: -1 }],
    ['too much that is new', { notes: Array.from({ length: 13 }, () => 'x') }],
    ['an endless sentence', { notes: ['x'.repeat(301)] }],
    ['an empty one', { notes: [' '] }],
    ['another protocol', { page: 'http://downloads.example.org/' }],
    ['a program', { page: 'file:///bin/sh' }],
    ['a user in the address', { page: 'https://chainwright@example.org/' }],
    ['a port in it', { page: 'https://example.org:444/' }],
    ['a number for a name', { page: 'https://192.0.2.1/' }],
    ['a name that looks like another', { page: 'https://ехample.org/' }],
    ['its other spelling', { page: 'https://xn--xample-9of.org/' }],
    ['a blank', { page: 'https://example.org/ x' }],
  ])('refuses to sign or read a feed with %s', (_what, wrong) => {
    expect(() => writeFeed({ ...RELEASE, ...wrong }, KEY)).toThrow(/lacks a required field|the page address/)
  })

  it('signFeed.ts creates a readable feed and a private key that only its owner can read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'feed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const tool = (input: string, ...args: string[]) =>
      spawnSync(process.execPath, ['src-main/packaging/signFeed.ts', ...args], { input, encoding: 'utf8' })
    const [keyFile, feedFile] = [join(folder, 'key'), join(folder, 'feed.json')]
    const key = tool('', 'keys', keyFile).stdout.trim()
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(tool('', 'keys', keyFile)).toMatchObject({ status: 1, stdout: '' })
    const signed = tool('First.\n\n Second. \n', 'sign', keyFile, '2.0.0', 'https://example.org/2', feedFile)
    expect(signed).toMatchObject({ status: 0, stderr: '' })
    expect(readFeed(readFileSync(feedFile, 'utf8'), [key])).toMatchObject({
      ...{ version: '2.0.0', page: 'https://example.org/2', notes: ['First.', 'Second.'] },
    })
    expect(tool('', 'sign', keyFile, '2', 'https://example.org/2', feedFile).stderr).toContain('lacks a required field')
  })
})

describe('compareVersions', () => {
  it('compares versions by their numbers', () => {
    const order = ['0.1.0', '0.1.2', '0.1.10', '0.2.0', '1.0.0', '10.0.0']
    expect(order.toSorted(compareVersions)).toEqual(order)
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
    expect(() => compareVersions('1.2', '1.2.3')).toThrow(RangeError)
  })
})

describe('release.json of the sources', () => {
  it('names no update feed', () => {
    expect(readFeedSource('resources/release.json')).toBeUndefined()
    expect(readFeedSource('resources/no-such-file.json')).toBeUndefined()
  })
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { leaveOut } from '../node/testing/leaveOut.ts'
import { METAINFO, metainfoText } from './metainfo.ts'
import { project } from './programFiles.ts'

const VALIDATOR = 'appstreamcli'
const missing = spawnSync(VALIDATOR, ['--version']).status === 0 ? undefined : `${VALIDATOR} is not installed`

describe('metainfoText', () => {
  it('names the release of package.json with its date', () => {
    const [, version, date] =
      /<release version="([^"]+)" date="(\d{4}-\d\d-\d\d)"/.exec(metainfoText({ isDebian: true })) ?? []
    expect([version, date]).toEqual([packageFile.version, expect.any(String)])
  })

  it('describes the picture that the Debian package has, with its size', () => {
    const [, width, height, path] =
      /<image type="source" width="(\d+)" height="(\d+)">file:\/\/\/usr\/share\/doc\/chainwright\/([^<]+)</.exec(
        metainfoText({ isDebian: true }, undefined),
      ) ?? []
    const picture = readFileSync(join(project, 'resources', path ?? ''))
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([Number(width), Number(height)])
  })

  it('names no picture in other packages, unless the release has one on the web', () => {
    expect(metainfoText({ isDebian: false }, undefined)).not.toContain('<screenshot')
    expect(metainfoText({ isDebian: false }, 'https://downloads.test/0.1.0')).toContain(
      '>https://downloads.test/0.1.0/screenshot.png</image>',
    )
  })

  it.skipIf(leaveOut('the validation of the metadata', missing)).each([
    ['with a picture', 'https://downloads.test'],
    ['without one', undefined],
  ])('passes the validation of AppStream %s', (_picture, folder) => {
    const place = mkdtempSync(join(tmpdir(), 'metainfo-'))
    writeFileSync(join(place, METAINFO), metainfoText({ isDebian: false }, folder))
    const { status, stdout } = spawnSync(VALIDATOR, ['validate', '--no-net', join(place, METAINFO)], {
      encoding: 'utf8',
    })
    rmSync(place, { recursive: true })
    expect([stdout, status]).toEqual([stdout, 0])
  })
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packagesIn, readLicences, runtimePackages } from './licences.ts'

const project = join(import.meta.dirname, '../..')

describe('licences of the program', () => {
  it('belong to the packages in the paths of bundled modules', () => {
    const paths = [
      '/p/node_modules/react/index.js',
      '/p/node_modules/@radix-ui/a/dist/b.mjs',
      '/p/src/x.ts',
      '\0virtual',
    ]
    expect([...packagesIn(paths)]).toEqual(['react', '@radix-ui/a'])
    expect([...packagesIn(['/p/node_modules/a/node_modules/b/c.js'])]).toEqual(['b'])
  })

  it('cover every package that is loaded at run time, each with a licence', () => {
    const names = runtimePackages(project)
    expect([...names]).toEqual(expect.arrayContaining(['better-sqlite3', 'ws', '@noble/curves', 'electron']))
    const licences = readLicences(project, [...names, 'no-such-package'])
    expect(licences.filter(({ licence }) => licence === '')).toEqual([])
    expect(licences.find(({ name }) => name === 'ws')).toMatchObject({ licence: 'MIT' })
    expect(licences.find(({ name }) => name === 'ws')?.text).toContain('Permission is hereby granted')
  })

  it('contain complete texts, also if the package names only the licence', () => {
    const licences = readLicences(project, [...runtimePackages(project), 'react-remove-scroll-bar'])
    expect(licences.filter(({ text }) => text.length < 200).map(({ name }) => name)).toEqual([])
    const findText = (name: string) => licences.find((licence) => licence.name === name)?.text
    expect(findText('mcl-wasm')).toContain('Copyright (c) herumi\n\nRedistribution and use')
    expect(findText('pg-types')).toMatch(/Copyright \(c\) 2014 Brian M\. Carlson\s+Permission is hereby granted/)
    expect(findText('@fontsource-variable/inter')).toContain('SIL Open Font License')
    expect(findText('SQLite')).toContain('May you do good')
    expect(findText('libsecp256k1')).toContain('Permission is hereby granted')
  })

  it('include every part of Node.js', () => {
    const licences = readLicences(project, runtimePackages(project))
    const node = licences.find(({ name }) => /^node-(linux|darwin|win|bin-darwin)-\w+$/.test(name))
    expect(node?.text).toContain('- OpenSSL, located at deps/openssl, is licensed as follows:')
    expect(node?.text).toContain('- sonic-boom, located at lib/internal/streams/fast-utf8-stream.js')
  })

  it('leave out elliptic, which a stub of this project replaces', () => {
    expect([...runtimePackages(project)]).not.toContain('elliptic')
  })
})

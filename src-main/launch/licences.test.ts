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

  it('leave out elliptic, which a stub of this project replaces', () => {
    expect([...runtimePackages(project)]).not.toContain('elliptic')
  })
})

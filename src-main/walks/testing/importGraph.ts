import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { stripComments } from './stripComments.ts'

/** Import graph of a source tree. Paths are relative to its root, with slashes. */
export interface ImportGraph {
  exists(file: string): boolean
  /** Returns true if a name occurs outside comments, imports and re-exports. */
  uses(file: string, name: string): boolean
  /**
   * Returns true if going to the definition of a name leads from one file to the other. Either it imports values of
   * that file, directly or through re-exports, or it imports the type of a class that has the method.
   */
  leadsTo(from: string, to: string, name: string): boolean
  /** Returns true if value imports lead from one file to the other, through any number of files. */
  reaches(from: string, to: string): boolean
}

interface SourceFile {
  /** source without comments, imports and re-exports */
  readonly body: string
  readonly imported: readonly string[]
  readonly reexported: readonly string[]
  readonly importedTypes: readonly string[]
  readonly reexportedTypes: readonly string[]
}

const STATEMENT =
  /^[ \t]*(import|export)\b(\s+type\b(?!\s*,))?[^'"`;=()]*?\bfrom\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]/gm
const NOTHING: SourceFile = { body: '', imported: [], reexported: [], importedTypes: [], reexportedTypes: [] }
/** Modules that are imported dynamically, and thread entries that a file names. */
const LOADED = /\bimport\(\s*['"]([^'"]+)['"]|['"](\.{1,2}\/[^'"]+\.tsx?)['"]/g
const ONLY_TYPES = /\{\s*(?:type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?\s*)+\}/

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** @param change replaces the text of a file, so that tests can simulate changes of the code */
export function createImportGraph(root: string, change = (_file: string, text: string): string => text): ImportGraph {
  const files = new Map<string, SourceFile>()

  function resolve(from: string, specifier: string): string[] {
    const path = specifier.startsWith('#shared/')
      ? `src-shared/${specifier.slice('#shared/'.length)}`
      : specifier.startsWith('.') && normalize(join(dirname(from), specifier)).replaceAll('\\', '/')
    return path !== false && existsSync(join(root, path)) ? [path] : []
  }

  function parse(file: string): SourceFile {
    const text = stripComments(change(file, readFileSync(join(root, file), 'utf8')))
    const imported: string[] = []
    const reexported: string[] = []
    const importedTypes: string[] = []
    const reexportedTypes: string[] = []
    let body = text.replace(STATEMENT, (statement, keyword, type, path, bare) => {
      const types = type !== undefined || ONLY_TYPES.test(statement)
      const list = keyword === 'export' ? (types ? reexportedTypes : reexported) : types ? importedTypes : imported
      list.push(...resolve(file, path ?? bare))
      return ''
    })
    for (const [, path, url] of body.matchAll(LOADED)) imported.push(...resolve(file, path ?? url ?? ''))
    body = body.replace(LOADED, '')
    return { body, imported, reexported, importedTypes, reexportedTypes }
  }

  function read(file: string): SourceFile {
    const known = files.get(file)
    if (known !== undefined) return known
    const parsed = /\.[mc]?[jt]sx?$/.test(file) ? parse(file) : NOTHING
    files.set(file, parsed)
    return parsed
  }

  /** Returns true if a search from some files, with `next` as the neighbours of each, finds `to`. */
  function finds(begin: readonly string[], to: string, next: (file: string) => readonly string[]): boolean {
    const seen = new Set(begin)
    for (const file of seen) {
      if (file === to) return true
      for (const other of next(file)) seen.add(other)
    }
    return false
  }

  function hasMethod(file: string, name: string): boolean {
    const { body } = read(file)
    const method = new RegExp(`^ {2}(?:async )?${escapePattern(name)}[(<]`, 'm')
    return /^export class /m.test(body) && method.test(body)
  }

  return {
    exists: (file) => existsSync(join(root, file)),
    uses: (file, name) => new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`).test(read(file).body),
    leadsTo(from, to, name) {
      const { imported, importedTypes } = read(from)
      if (finds(imported, to, (file) => read(file).reexported)) return true
      const reexports = ({ reexported, reexportedTypes }: SourceFile) => [...reexported, ...reexportedTypes]
      return hasMethod(to, name) && finds([...imported, ...importedTypes], to, (file) => reexports(read(file)))
    },
    reaches: (from, to) => finds([from], to, (file) => [...read(file).imported, ...read(file).reexported]),
  }
}

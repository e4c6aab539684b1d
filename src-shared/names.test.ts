/** Checks that each thing has a single name in the whole tree. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SOURCE = /\.tsx?$/
const TEST = /\.test\.tsx?$/
const EXPORT =
  /^export (?:declare )?(?:async )?(?:function\*?|const|let|type|interface|class|abstract class) ([A-Za-z0-9_]+)/gm

/**
 * Old words that have no other meaning here, in identifiers and in text. Other old words (series, tell, news, ordinal
 * …) are also ordinary English, mathematics or columns on disk, and are left to reviewers.
 */
const OLD_WORDS =
  /\b(?:custody|desks?|owed|settles?|settling|plant(?:s|ed)?|(?<!animate-)breathe|keepers?|keys of chance)\b/i

const FOLDERS = ['src-main', 'src-renderer', 'src-shared']
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => SOURCE.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
)
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('exported names', () => {
  it('belong to a single declaration each', () => {
    const filesOf = new Map<string, Set<string>>()
    for (const file of files.filter((each) => !TEST.test(each))) {
      for (const [, name = ''] of read(file).matchAll(EXPORT)) {
        filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
      }
    }
    const doubles = [...filesOf].filter(([, places]) => places.size > 1)
    expect(doubles.map(([name, places]) => `${name}: ${[...places].join(', ')}`)).toEqual([])
  })
})

describe('old words', () => {
  it('no longer occur in identifiers or texts', () => {
    const found = files
      .filter((file) => file !== 'src-shared/names.test.ts')
      .flatMap((file) =>
        read(file)
          .split('\n')
          .map((line, index) => ({ file, line, number: index + 1 })),
      )
      // Longer lines are data, such as recovery phrases.
      .filter(({ line }) => line.length <= 160 && OLD_WORDS.test(line.replaceAll(/([a-z])([A-Z])/g, '$1 $2')))
    expect(found.map(({ file, line, number }) => `${file}:${number} ${line.trim()}`)).toEqual([])
  })
})

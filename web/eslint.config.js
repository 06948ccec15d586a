import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'playwright-report/', 'src/generated/', 'test-results/'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'scripts/*.mjs'] },
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname
      }
    },
    rules: {
      // A new kind of item, event or screen has to be handled everywhere before the page passes its tests.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true }
      ],
      // The compiler checks index access (noUncheckedIndexedAccess); `!` says that the index is known to exist.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Handlers are written as short arrow functions, whatever the call in them returns.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-function': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }]
    }
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } }
  },
  // Tests replace methods of the page's prototypes to watch what it does.
  { files: ['tests/**'], rules: { '@typescript-eslint/unbound-method': 'off' } },
  { files: ['**/*.mjs', '**/*.js'], extends: [ts.configs.disableTypeChecked] }
)

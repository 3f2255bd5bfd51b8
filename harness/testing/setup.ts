import fc from 'fast-check';

/** Every run of the tests tries the same values, so that what fails is what was changed. Others: `FC_SEED=7 npm test`. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });

// As it is for users. Types are stripped in place, so lines and columns are right; and with source maps Node words no
// assertion, of which the client reads one of undici's.
process.setSourceMapsEnabled(false);

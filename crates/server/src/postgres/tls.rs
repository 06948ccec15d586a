//! TLS to the database: its certificate is always verified.

use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// Splits `sslrootcert`, the file of a certificate authority, off the URL, and replaces the stricter values of `sslmode`,
/// which tokio-postgres does not know, by `require`: certificates are verified in any case.
pub fn split(url: &str) -> (String, Option<&str>) {
    let Some((place, options)) = url.split_once('?') else { return (url.into(), None) };
    let roots = options.split('&').find_map(|option| option.strip_prefix("sslrootcert="));
    let kept = options.split('&').filter(|option| !option.starts_with("sslrootcert="));
    let kept = kept.map(|option| match option {
        "sslmode=verify-full" | "sslmode=verify-ca" => "sslmode=require",
        other => other,
    });
    (format!("{place}?{}", kept.collect::<Vec<_>>().join("&")), roots)
}

/// Verifies certificates against those in the file, or those of the system; `SSL_CERT_FILE` names others.
pub fn connector(roots: Option<&str>) -> Result<MakeRustlsConnect, StoreError> {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(match roots {
        Some(file) => read(file)?,
        None => rustls_native_certs::load_native_certs().certs,
    });
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(MakeRustlsConnect::new(config?.with_root_certificates(trusted).with_no_client_auth()))
}

fn read(file: &str) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    let wrong = |why: String| StoreError::RootCertificates { file: file.into(), why };
    let certificates: Vec<_> = read.map_err(|error| wrong(error.to_string()))?;
    if certificates.is_empty() {
        return Err(wrong("there is no certificate in it".into()));
    }
    Ok(certificates)
}

/// Why the certificate of the database was refused, if that is the error.
pub fn refusal(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    let error = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>())?;
    let rustls::Error::InvalidCertificate(why) = error else { return None };
    let why = match why {
        CertificateError::UnknownIssuer => {
            "nobody whom this machine trusts has signed it; name the file of its authority with sslrootcert=FILE, or write \
             sslmode=disable in a network of your own"
                .into()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another name than the one in the address".into()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "its time is over".into(),
        other => other.to_string(),
    };
    Some(format!("the certificate of the database is refused: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_about_certificates_is_taken_out_of_the_address() {
        let split = |options: &str| {
            let url = format!("postgres://a@b/c{options}");
            let (url, roots) = super::split(&url);
            (url.replace("postgres://a@b/c", ""), roots.map(String::from))
        };
        assert_eq!(split(""), (String::new(), None));
        assert_eq!(split("?sslmode=disable"), ("?sslmode=disable".into(), None));
        assert_eq!(split("?sslmode=verify-full"), ("?sslmode=require".into(), None));
        let named = split("?sslrootcert=/etc/ca.pem&sslmode=verify-ca&connect_timeout=3");
        assert_eq!(named, ("?sslmode=require&connect_timeout=3".into(), Some("/etc/ca.pem".into())));
    }

    #[test]
    fn a_file_without_a_certificate_is_refused() {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(connector(Some(here)).err().unwrap().to_string().contains("no certificate"));
        assert!(connector(Some("/nowhere/ca.pem")).err().unwrap().to_string().contains("/nowhere/ca.pem"));
    }
}
